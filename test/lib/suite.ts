import { clearTimeout, setTimeout } from 'node:timers'
import { inspect } from 'node:util'
import { type Callback, type Context, suite as plainSuite, type Test, test as plainTest } from 'uvu'
import * as assert from 'uvu/assert'
import { allProblems, saveEvidence, activeSources } from './evidence.ts'

/**
 * Time limit of one test in seconds, longer on a slow machine, so that a test that hangs fails by itself, with its
 * evidence, before its process reaches the limit of its stage.
 */
const LIMIT = Math.round(240 * Number(process.env.STOWAGE_SLOWNESS ?? 1))

const inTime = async (work: Promise<void> | void) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`It was not done after ${LIMIT} seconds`)), LIMIT * 1000)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const keeping =
  (suite: string, test: string, run: Callback<Context>) => async (context: Parameters<Callback<Context>>[0]) => {
    const before = activeSources()
    try {
      await inTime(run(context))
      assert.equal(allProblems(), [], 'Nothing went wrong in a tab')
    } catch (error) {
      const kept = await saveEvidence(suite, test, before)
      allProblems()
      if (kept && error instanceof Error) {
        const { message, stack } = error
        Object.defineProperties(error, { message: { value: `${message}\n${kept}` }, stack: { value: stack } })
      }
      throw error
    }
  }

const wrap = (name: string, plain: Test): Test => {
  /** uvu swallows what a hook throws. */
  const details =
    (kind: string, run: Callback<Context>): Callback<Context> =>
    async (context) => {
      await keeping(
        name,
        kind,
        run,
      )(context).catch((error: unknown) => {
        process.stderr.write(`\n"${name}" failed in ${kind}: ${inspect(error)}\n`)
        throw error
      })
    }
  const hooks = (kind: 'before' | 'after'): Test['before'] => {
    const hook = (run: Callback<Context>) => plain[kind](details(kind, run))
    return Object.assign(hook, { each: (run: Callback<Context>) => plain[kind].each(details(`${kind} each`, run)) })
  }
  const test = (title: string, run: Callback<Context>) => plain(title, keeping(name, title, run))
  return Object.assign(test, plain, { before: hooks('before'), after: hooks('after') })
}

const noHook = Object.assign(() => {}, { each: () => {} })

/** Counts each test as skipped, and runs nothing: what the tests of a file need is not on this machine. */
const skipAll = (plain: Test): Test =>
  Object.assign(() => plain.skip(), plain, { only: plain.skip, before: noHook, after: noHook })

const wrapOrSkip = (name: string, plain: Test) => (process.env.STOWAGE_SKIP_TESTS ? skipAll(plain) : wrap(name, plain))

/**
 * Replaces uvu's `suite` in every test file (see `bundle.mjs`). A test also fails if a tab reports a problem. Logs and
 * screenshots of failed tests are saved in `.test/failed/<suite>/<test>/`.
 */
export const suite = (name = '') => wrapOrSkip(name, plainSuite(name))

export const test = wrapOrSkip('', plainTest)
