import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

const last = (text, label) =>
  Number([...text.matchAll(new RegExp(`^ {2}${label}: +(\\d+)$`, 'gm'))].at(-1)?.[1] ?? Number.NaN)

/**
 * The true counts of one run of uvu, from what it printed and how it ended. `ended` is its exit code, `late` (its time
 * was up), `left open` (its tests were done but it went on) or a signal. Whatever kept tests from running is a failure,
 * also where uvu itself calls the run a success.
 */
export const outcomeOf = (printed, ended) => {
  const text = stripVTControlCharacters(printed)
  const [total, passed, skipped] = ['Total', 'Passed', 'Skipped'].map((label) => last(text, label))
  if (Number.isNaN(skipped)) {
    const problem =
      ended === 'late' ? 'its time was up before its tests were done' : `it ended (${ended}) before its tests did`
    return { passed: 0, failed: 1, skipped: 0, problem }
  }
  const failed = total - passed
  const outcome = (problem) => ({ passed, failed: Math.max(failed, 1), skipped, problem })
  if (total + skipped === 0) return outcome('it ran no test')
  if (ended === 'left open')
    return outcome('all tests are done, but something that one of them opened keeps the program running')
  if (failed > 0 && !text.includes(' FAIL ')) return outcome('a hook failed, and its tests did not run')
  if (failed === 0 && ended !== 0) return outcome(`every test passed, but the program ended with ${ended}`)
  return { passed, failed, skipped }
}

/**
 * Runs a program of Node and, unless `quiet`, passes on what it prints. Resolves with `{ printed, ended }` as
 * `outcomeOf` takes them. `limit` is in seconds; at its end, or 10 s after uvu printed its totals, the program and all
 * that it started are killed.
 */
export const runToEnd = (args, { env, limit, quiet = false }) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let reason
    const kill = (why) => {
      reason ??= why
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it has ended meanwhile
      }
    }
    const interrupted = () => kill('late')
    process.once('exit', interrupted)
    const tooLate = setTimeout(kill, limit * 1000, 'late')
    let leftOpen
    let cleanUp
    const pass = (to) => (chunk) => {
      printed += chunk
      if (!quiet) to.write(chunk)
      if (/^ {2}Duration:/m.test(printed.slice(-chunk.length - 100))) leftOpen ??= setTimeout(kill, 10_000, 'left open')
    }
    child.stdout.setEncoding('utf8').on('data', pass(process.stdout))
    child.stderr.setEncoding('utf8').on('data', pass(process.stderr))
    child.on('exit', (code, signal) => {
      reason ??= code ?? signal
      // what it started may outlive it and hold its pipes open
      cleanUp = setTimeout(kill, 500)
    })
    child.on('close', () => {
      clearTimeout(tooLate)
      clearTimeout(leftOpen)
      clearTimeout(cleanUp)
      process.off('exit', interrupted)
      resolve({ printed, ended: reason })
    })
  })

/** What a run says it leaves out, and why, a line each. */
export const skippedIn = (printed) =>
  [...stripVTControlCharacters(printed).matchAll(/^.+ (?:is|are) skipped: .+$/gm)].map(([line]) => line.trim())
