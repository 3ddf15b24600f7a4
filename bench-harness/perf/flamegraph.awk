# Draws a flame graph of what `perf script` prints.
#
#     perf script | awk -v mode=fold -f flamegraph.awk | LC_ALL=C sort | awk -v mode=draw -f flamegraph.awk
#
# The first pass writes one line per stack, `root;..;leaf samples`; the second draws lines that are sorted. In
# the picture the width of a frame is its share of the samples, and it lies on the one that called it.

BEGIN {
    width = 1200; row = 17; pad = 10; head = 40; letter = 6.6
    # Those that are narrower are left out, in pixels.
    least = 0.3
    if (title == "") title = "flame graph"
}

# --- fold

# A frame: address, symbol with offset, file in parentheses.
mode == "fold" && /^[ \t]+[0-9a-f]+ / {
    name = $0
    sub(/^[ \t]+[0-9a-f]+ /, "", name)
    file = name
    sub(/^.* \(/, "", file)
    sub(/ \([^()]*\)$/, "", name)
    sub(/\+0x[0-9a-f]+$/, "", name)
    if (file ~ /^\[(kernel|guest)/) name = name "_[k]"
    gsub(/;/, ":", name)
    # The leaf comes first.
    stack = stack == "" ? name : name ";" stack
    next
}

# A sample begins with the program, and ends with an empty line.
mode == "fold" && /^[^ \t#]/ { flush_stack(); program = $1; next }
mode == "fold" && /^$/ { flush_stack(); next }

function flush_stack() {
    if (stack != "") samples[program ";" stack]++
    stack = ""
}

# --- draw

mode == "draw" {
    count = $NF
    sub(/ [0-9]+$/, "")
    depth = split($0, frames, ";")
    same = 0
    while (same < depth && same < open && frames[same + 1] == name_at[same + 1]) same++
    close_to(same)
    for (k = same + 1; k <= depth; k++) { name_at[k] = frames[k]; begin_at[k] = total }
    open = depth
    if (depth > deepest) deepest = depth
    total += count
}

# The frames above this depth end here.
function close_to(depth,    k) {
    for (k = open; k > depth; k--) {
        rects++
        rect_name[rects] = name_at[k]; rect_depth[rects] = k
        rect_begin[rects] = begin_at[k]; rect_end[rects] = total
    }
    open = depth
}

function escaped(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    return text
}

# Blue for the kernel of the system, orange for the engine, yellow for the rest; the shade by the name.
function color(name,    shade, k) {
    for (k = 1; k <= length(name); k++) shade = (shade * 31 + index(letters, substr(name, k, 1))) % 997
    shade = shade % 40
    if (name ~ /_\[k\]$/) return sprintf("rgb(%d,%d,235)", 120 + shade, 160 + shade)
    if (name ~ /jostle/) return sprintf("rgb(%d,%d,60)", 215 + shade, 110 + shade)
    return sprintf("rgb(%d,%d,110)", 215 + shade, 190 + shade)
}

function text_in(name, room,    most) {
    most = int(room / letter)
    if (most < 3) return ""
    return escaped(length(name) <= most ? name : substr(name, 1, most - 2) "..")
}

function draw(    k, scale, x, w, y, height, share) {
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:<>"
    close_to(0)
    height = head + row * deepest + pad
    scale = (width - 2 * pad) / (total > 0 ? total : 1)
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", width, height, width, height
    print " font-family=\"monospace\" font-size=\"11\">"
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
    printf "<text x=\"%d\" y=\"24\" font-size=\"15\">%s, %d samples</text>\n", pad, escaped(title), total
    for (k = 1; k <= rects; k++) {
        w = (rect_end[k] - rect_begin[k]) * scale
        if (w < least) continue
        x = pad + rect_begin[k] * scale
        y = height - pad - row * rect_depth[k]
        share = 100 * (rect_end[k] - rect_begin[k]) / total
        printf "<g><title>%s: %d samples, %.2f %%</title>", escaped(rect_name[k]), rect_end[k] - rect_begin[k], share
        printf "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" rx=\"1\"/>", x, y, (w > 0.8 ? w - 0.5 : w), row - 1, color(rect_name[k])
        printf "<text x=\"%.1f\" y=\"%d\">%s</text></g>\n", x + 3, y + 12, text_in(rect_name[k], w - 6)
    }
    print "</svg>"
}

END {
    if (mode == "fold") { flush_stack(); for (stack in samples) print stack, samples[stack] }
    if (mode == "draw") draw()
}
