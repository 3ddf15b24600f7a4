//! The command `list`.

use serde::Serialize;

use crate::{failure::Failure, registry};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Listing {
    peers: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    library: &'static str,
    dims: Vec<usize>,
    tasks: Vec<&'static str>,
    method: &'static str,
    threads: bool,
}

/// Every peer that is compiled in.
pub(super) fn text(args: &Args) -> Result<String, Failure> {
    let entries = registry::all().into_iter().map(|peer| Entry {
        name: peer.name,
        library: peer.library,
        dims: peer.dims(),
        tasks: peer.tasks(),
        method: peer.method,
        threads: peer.threads,
    });
    let peers: Vec<_> = entries.collect();
    if args.json {
        let line = serde_json::to_string(&Listing { peers });
        return Ok(line.map_err(|error| Failure::Request(error.to_string()))? + "\n");
    }
    Ok(peers.iter().map(line).collect())
}

fn line(entry: &Entry) -> String {
    let Entry { name, library, method, .. } = entry;
    let dims: Vec<_> = entry.dims.iter().map(|dim| format!("{dim}D")).collect();
    let (dims, tasks) = (dims.join(" "), entry.tasks.join(" "));
    let threads = if entry.threads { "threads" } else { "serial" };
    format!("{name}: {library}; {dims}; {tasks}; {threads}\n    {method}\n")
}
