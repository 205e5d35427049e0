import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';

/**
 * Which programs a sequence of steps has started, and the processor time of those that have ended, in seconds.
 * @type {AsyncLocalStorage<{ended: number, running: Set<number>}>}
 */
const sequences = new AsyncLocalStorage();

/** Linux gives processor time in hundredths of a second. */
const TICKS = 100;

/** The processor time of ended programs that has already been assigned to a sequence. */
let given = 0;

/** Runs a sequence of steps that counts the programs it starts separately from those of other sequences. */
export function inSequence(work) {
  given = ofEnded();
  return sequences.run({ ended: 0, running: new Set() }, work);
}

/** Counts a program for the sequence that started it, together with everything the program starts and waits for. */
export function countProgram(child) {
  const sequence = sequences.getStore();
  if (child.pid !== undefined) sequence?.running.add(child.pid);
  child.once('exit', () => {
    // The system adds a program to its parent's account when it ends. Two that end at the same moment go to one sequence.
    const seconds = ofEnded() - given;
    given += seconds;
    if (!sequence) return;
    sequence.running.delete(child.pid);
    sequence.ended += seconds;
  });
}

/**
 * The processor time of this sequence's programs so far, in seconds, both ended and running. Undefined where the system has no /proc, and
 * outside a sequence.
 */
export function processorSeconds() {
  const sequence = sequences.getStore();
  const processes = sequence && readProcesses();
  return processes && sequence.ended + secondsOf(processes, sequence.running);
}

/** The processor time of this process and of everything it has started, in seconds; undefined without /proc. */
export function wholeProcessorSeconds() {
  const processes = readProcesses();
  return processes && secondsOf(processes, [process.pid]);
}

/** The processor time of this process's ended children. */
function ofEnded() {
  const own = readProcess(process.pid);
  return own ? own.children : 0;
}

/** The processes with these ids and all below them. */
function secondsOf(processes, ids) {
  const below = new Map();
  for (const one of processes) below.set(one.parent, [...(below.get(one.parent) ?? []), one]);
  const byId = new Map(processes.map((one) => [one.id, one]));
  const total = (one) =>
    one.own + one.children + (below.get(one.id) ?? []).reduce((sum, child) => sum + total(child), 0);
  return [...ids].reduce((sum, id) => sum + (byId.has(id) ? total(byId.get(id)) : 0), 0);
}

function readProcesses() {
  if (!readProcess(process.pid)) return undefined;
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter(Boolean);
}

/** A process's parent and its processor time: its own, and that of the children it has waited for (proc(5), `stat`). */
function readProcess(id) {
  try {
    const stat = fs.readFileSync(`/proc/${id}/stat`, 'utf8');
    // The second field is the name, in parentheses, and may contain anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return {
      id,
      parent: fields[1],
      own: (fields[11] + fields[12]) / TICKS,
      children: (fields[13] + fields[14]) / TICKS,
    };
  } catch {
    // It has ended, or this system has no /proc.
    return undefined;
  }
}
