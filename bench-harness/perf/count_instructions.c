// A plugin for qemu's user mode (7.2 or later) that counts the instructions of a program between
// entering a function and leaving it, and writes each count to standard error.
//
//     cc -shared -fPIC -O2 count_instructions.c -o count.so
//     qemu-aarch64 -plugin ./count.so,function=measured PROGRAM
//
// The function is the one whose symbol contains that name. It is of 64-bit Arm, has one return and
// does not call itself, and one thread runs it at a time.

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// What is used of qemu's interface, version 1. Debian packages no header of it.
typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*executed)(unsigned cpu, void *data);
enum { NO_REGISTERS = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id,
                                           void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, executed, int flags, void *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, executed, int flags, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);

int qemu_plugin_version = 1;

static const uint32_t RETURN = 0xd65f03c0;

static char function[64];
static uint64_t entry;
static bool is_inside;
static uint64_t count;

static void enter(unsigned cpu, void *data) {
    (void)cpu, (void)data;
    is_inside = true;
    count = 0;
}

static void leave(unsigned cpu, void *data) {
    (void)cpu, (void)data;
    if (is_inside) {
        fprintf(stderr, "%" PRIu64 "\n", count);
    }
    is_inside = false;
}

static void run_block(unsigned cpu, void *instructions) {
    (void)cpu;
    if (is_inside) {
        count += (uintptr_t)instructions;
    }
}

// Called for each block of instructions before it runs for the first time.
static void translate(plugin_id id, struct qemu_plugin_tb *block) {
    (void)id;
    size_t instructions = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_cb(block, run_block, NO_REGISTERS, (void *)instructions);
    for (size_t at = 0; at < instructions; at++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, at);
        const char *symbol = qemu_plugin_insn_symbol(instruction);
        if (symbol == NULL || strstr(symbol, function) == NULL) {
            continue;
        }
        uint64_t address = qemu_plugin_insn_vaddr(instruction);
        // It runs from its first instruction on.
        entry = entry == 0 ? address : entry;
        if (address == entry) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, enter, NO_REGISTERS, NULL);
        }
        uint32_t word;
        memcpy(&word, qemu_plugin_insn_data(instruction), sizeof word);
        if (word == RETURN) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, leave, NO_REGISTERS, NULL);
        }
    }
}

int qemu_plugin_install(plugin_id id, const void *info, int arguments, char **argument) {
    (void)info;
    if (arguments != 1 || sscanf(argument[0], "function=%63s", function) != 1) {
        fprintf(stderr, "count_instructions: which function? ,function=NAME\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    return 0;
}
