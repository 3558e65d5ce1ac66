import { clearTimeout, setTimeout } from 'node:timers'
import { inspect } from 'node:util'
import { type Callback, type Context, suite as plainSuite, type Test, test as plainTest } from 'uvu'
import * as assert from 'uvu/assert'
import { atEnd } from './at-end.ts'
import { type Close, closeAll, collectStarted } from './close-at-end.ts'
import { allProblems, saveEvidence, activeSources } from './evidence.ts'

export type { Test }
export { assert }

/**
 * Time limit of one test in seconds, longer on a slow machine. A hanging test fails with its evidence before its
 * process reaches the limit of its stage.
 */
const LIMIT = Math.round(240 * Number(process.env.STOWAGE_SLOWNESS ?? 1))

const inTime = async (work: Promise<void> | void) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Timeout after ${LIMIT} seconds`)), LIMIT * 1000)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const withEvidence =
  (suite: string, test: string, run: Callback<Context>) => async (context: Parameters<Callback<Context>>[0]) => {
    const before = activeSources()
    try {
      await inTime(run(context))
      assert.equal(allProblems(), [], 'Nothing went wrong in a tab')
    } catch (error) {
      const evidence = await saveEvidence(suite, test, before)
      allProblems()
      if (evidence && error instanceof Error) {
        const { message, stack } = error
        Object.defineProperties(error, { message: { value: `${message}\n${evidence}` }, stack: { value: stack } })
      }
      throw error
    }
  }

/**
 * Suites of the file that is loading, in the order of their first tests or hooks: the hooks of one without tests may
 * stop what others use.
 */
const loading = new Set<Test>()

const add = (plain: Test) => {
  loading.add(plain)
  return plain
}

/** Number of test files whose suites have not ended. All files are loaded before the first suite runs. */
let unfinishedFiles = 0

const endFile = async () => {
  unfinishedFiles -= 1
  if (unfinishedFiles === 0) for (const end of atEnd) await end()
}

/** Closes what the `before` hooks of a suite have started. */
const endSuite = new Map<Test, Callback<Context>>()

/** Runs the suites of a test file; `bundle.mjs` adds the call to its end. */
export const runSuites = () => {
  for (const plain of loading) plain.after(endSuite.get(plain) ?? (() => {}))
  const last = [...loading].at(-1)
  if (last) unfinishedFiles += 1
  last?.after(endFile)
  for (const plain of loading) plain.run()
  loading.clear()
}

const wrap = (name: string, plain: Test): Test => {
  const ofSuite: Close[] = []
  const ofTest: Close[] = []
  /** uvu does not print errors of hooks */
  const details =
    (kind: string, run: Callback<Context>): Callback<Context> =>
    async (context) => {
      await withEvidence(
        name,
        kind,
        run,
      )(context).catch((error: unknown) => {
        process.stderr.write(`\n"${name}" failed in ${kind}: ${inspect(error)}\n`)
        throw error
      })
    }
  const hooks = (kind: 'before' | 'after'): Test['before'] => {
    const hook = (run: Callback<Context>) => add(plain)[kind](collectStarted(ofSuite, details(kind, run)))
    const each = (run: Callback<Context>) => plain[kind].each(collectStarted(ofTest, details(`${kind} each`, run)))
    return Object.assign(hook, { each })
  }
  /** After a failure, what the test has started runs until its evidence is saved. */
  const closing =
    (run: Callback<Context>): Callback<Context> =>
    async (context) => {
      const [outcome] = await Promise.allSettled([run(context)])
      const [closed] = await Promise.allSettled([inTime(closeAll(ofTest))])
      for (const one of [outcome, closed]) if (one.status === 'rejected') throw one.reason
    }
  const test = (title: string, run: Callback<Context>) =>
    add(plain)(title, closing(collectStarted(ofTest, withEvidence(name, title, run))))
  endSuite.set(
    plain,
    details('after', () => closeAll(ofSuite)),
  )
  return Object.assign(test, plain, {
    skip: () => add(plain).skip(),
    before: hooks('before'),
    after: hooks('after'),
  })
}

const noHook = Object.assign(() => {}, { each: () => {} })

/** Counts each test as skipped, and runs no hook. */
const skipAll = (plain: Test): Test => {
  const skip = () => add(plain).skip()
  return Object.assign(skip, plain, { skip, before: noHook, after: noHook })
}

const wrapOrSkip = (name: string, plain: Test, missing?: string) =>
  process.env.STOWAGE_SKIP_TESTS || missing !== undefined ? skipAll(plain) : wrap(name, plain)

/**
 * uvu's `suite`. A test also fails if a tab reports a problem. Logs and screenshots of failed tests are saved in
 * `.test/failed/<suite>/<test>/`. If `missing` names something that this machine lacks, the tests count as skipped.
 */
export const suite = (name = '', missing?: string) => {
  if (missing !== undefined) console.log(`${name} is skipped: ${missing}`)
  return wrapOrSkip(name, plainSuite(name), missing)
}

export const test = wrapOrSkip('', plainTest)
