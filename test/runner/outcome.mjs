import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const last = (text, label) =>
  Number([...text.matchAll(new RegExp(`^ {2}${label}: +(\\d+)$`, 'gm'))].at(-1)?.[1] ?? Number.NaN)

/** Outcome of a run without any test. */
export const none = { passed: 0, failed: 0, skipped: 0, cpu: 0 }

/** Outcome of successful work other than tests. */
export const passed = { ...none, passed: 1 }
export const failed = (problem) => ({ ...none, failed: 1, problem })

export const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  cpu: (one.cpu ?? 0) + (other.cpu ?? 0),
  problem: [one.problem, other.problem].filter(Boolean).join('; '),
  skips: [...(one.skips ?? []), ...(other.skips ?? [])],
  failures: [...(one.failures ?? []), ...(other.failures ?? [])],
})

/** Lines of tests that skipped themselves while they ran (test/lib/skip-unsupported.ts). */
const skippedWhileRunning = (text) => text.match(/^Skipped while running: /gm)?.length ?? 0

/**
 * Counts of one run of uvu, from its output and how it ended. `ended` is its exit code, `limit` (stopped at its time
 * limit), `left open` (its tests were done but it kept running) or a signal. Anything that keeps tests from running is
 * a failure, even if uvu itself reports success.
 */
export const outcomeOf = ({ printed, ended, seconds, limit }) => {
  const text = stripVTControlCharacters(printed)
  const [total, passed, skipped] = ['Total', 'Passed', 'Skipped'].map((label) => last(text, label))
  if (Number.isNaN(skipped))
    return failed(
      ended === 'limit'
        ? `stopped after ${Math.round(seconds)} s, its time limit is ${limit} s`
        : `it ended (${ended}) before its tests did`,
    )
  const failures = total - passed
  const late = skippedWhileRunning(text)
  const outcome = (problem) => ({ passed, failed: Math.max(failures, 1), skipped, problem })
  if (total + skipped === 0) return outcome('it ran no test')
  if (ended === 'left open')
    return outcome('all tests are done, but something that one of them opened keeps the program running')
  if (failures > 0 && !text.includes(' FAIL ')) return outcome('a hook failed, and its tests did not run')
  if (failures === 0 && ended !== 0) return outcome(`every test passed, but the program ended with ${ended}`)
  return { passed: passed - late, failed: failures, skipped: skipped + late }
}

/**
 * Joins the output of two streams line by line, because one can print while a line of the other is unfinished. `add`
 * returns the lines that a chunk completes, `end` all output.
 */
export const outputOf = () => {
  let printed = ''
  const unfinished = { stdout: '', stderr: '' }
  return {
    add: (stream, chunk) => {
      const text = unfinished[stream] + chunk
      const end = text.lastIndexOf('\n') + 1
      unfinished[stream] = text.slice(end)
      printed += text.slice(0, end)
      return text.slice(0, end)
    },
    end: () => printed + unfinished.stdout + unfinished.stderr,
  }
}

const cpuModule = fileURLToPath(new URL('cpu.mjs', import.meta.url))

/**
 * Runs a Node program and, unless `quiet`, prints its output. Resolves with its output, how it ended (see `outcomeOf`),
 * and its wall and CPU seconds. `limit` is in seconds; at its end, or 10 s after uvu printed its totals, the program
 * and all of its children are killed.
 */
export const runToEnd = (args, { env, limit, quiet = false }) =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(process.execPath, ['--import', cpuModule, ...args], {
      env: { ...env, STOWAGE_CPU_FD: '3' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const output = outputOf()
    let cpu = ''
    let reason
    const kill = (why) => {
      reason ??= why
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // the process has exited meanwhile
      }
    }
    const interrupted = () => kill('limit')
    process.once('exit', interrupted)
    const atLimit = setTimeout(kill, limit * 1000, 'limit')
    let leftOpen
    let cleanUp
    const pass = (stream) => (chunk) => {
      if (!quiet) process[stream].write(chunk)
      if (/^ {2}Duration:/m.test(output.add(stream, chunk))) leftOpen ??= setTimeout(kill, 10_000, 'left open')
    }
    for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', pass(stream))
    child.stdio[3].setEncoding('utf8').on('data', (chunk) => (cpu += chunk))
    child.on('exit', (code, signal) => {
      reason ??= code ?? signal
      // its children may outlive it and keep its pipes open
      cleanUp = setTimeout(kill, 500)
    })
    child.on('close', () => {
      clearTimeout(atLimit)
      clearTimeout(leftOpen)
      clearTimeout(cleanUp)
      process.off('exit', interrupted)
      resolve({
        printed: output.end(),
        ended: reason,
        seconds: (performance.now() - started) / 1000,
        cpu: Number(cpu),
        limit,
      })
    })
  })

/** Lines in which a run reports skipped tests with the reason. */
export const skippedIn = (printed) =>
  [
    ...stripVTControlCharacters(printed).matchAll(
      /^(?:.+ (?:is|are) skipped(?: on [\w-]+)?|Skipped while running): .+$/gm,
    ),
  ].map(([line]) => line.trim())

/** Suites and titles of the tests that a run reports as failed. */
export const failuresIn = (printed) =>
  [...stripVTControlCharacters(printed).matchAll(/^ {3}FAIL {2}(.+)$/gm)].map(([, name]) => name)
