import { assert, test } from '../../lib/suite.ts'
import { isObjectAction } from '../../../engines/iam/actions.ts'
import { covers, globOf, matches, overlaps } from '../../../engines/iam/glob.ts'
import { createEvaluator } from '../../../engines/iam/policy.ts'
import { createGenerator } from './create-generator.ts'
import * as plain from './reference-evaluator.ts'

const seed = Number(process.env.SEED ?? 20261122)
const {
  withProbability,
  pick,
  textOf,
  actions,
  buckets,
  key,
  caller,
  requested,
  documents: policies,
} = createGenerator(seed)

test(`100,000 decisions equal those of a straightforward implementation (SEED=${seed})`, () => {
  const answers = { yes: 0, no: 0 }
  for (let round = 0; round < 2500; round += 1) {
    const documents = policies()
    const known = caller()
    const judged = createEvaluator(documents, known)
    for (let count = 0; count < 10; count += 1) {
      const [action, bucket, more] = [pick(actions), pick(buckets), requested()]
      const request = { action, bucket, key: withProbability(0.7) ? key() : '', requestContext: more }
      const search = {
        action,
        requestContext: more,
        ...(withProbability(0.7) && {
          bucket,
          below: withProbability(0.6) ? key() : '',
          directly: withProbability(0.5),
        }),
      }
      const whole = { ...known, ...more }
      const decisions = [
        ['isAllowed', judged.isAllowed(request), plain.isAllowed(documents, { ...request, known: whole })],
        ['isDenied', judged.isDenied(request), plain.isDenied(documents, { ...request, known: whole })],
        ['mayAnywhere', judged.mayAnywhere(search), plain.mayAnywhere(documents, { ...search, known: whole })],
        ['mayAnywhere in all', judged.mayAnywhere({ action }), plain.mayAnywhere(documents, { action, known })],
      ] as const
      for (const [question, fast, slow] of decisions) {
        answers[fast ? 'yes' : 'no'] += 1
        if (fast !== slow)
          assert.unreachable(
            `SEED=${seed}: ${question} says ${fast} to ${JSON.stringify({ request, search, known, documents }, null, 1)}`,
          )
      }
      // a statement on the bucket alone matches an empty key, which does not exist; an action on a bucket has no key
      if (decisions[0][1] && request.key && (isObjectAction(action) || !action.startsWith('s3:')))
        assert.ok(
          decisions[3][1],
          `SEED=${seed}: allowed, but nowhere: ${JSON.stringify({ request, known, documents })}`,
        )
    }
  }
  assert.is(answers.yes + answers.no, 100_000)
  assert.ok(Math.min(answers.yes, answers.no) > 20_000, `one answer is rare: ${JSON.stringify(answers)}`)
})

test(`patterns match, cover and overlap as in a comparison by character (SEED=${seed})`, () => {
  const pattern = () => textOf(7, ['a', 'b', '*', '*', '?', '?', '🪣', 'aab'])
  for (let round = 0; round < 20_000; round += 1) {
    const [one, other, text] = [pattern(), pattern(), textOf(7, ['a', 'b', 'aab', '🪣', '?', '*'])]
    const compared = [
      ['matches', matches(globOf(one), text), plain.matches(one, text)],
      ['covers', covers(globOf(one), globOf(other)), plain.covers(one, other)],
      ['overlaps', overlaps(globOf(one), globOf(other)), plain.overlaps(one, other)],
    ] as const
    for (const [what, fast, slow] of compared)
      if (fast !== slow)
        assert.unreachable(`SEED=${seed}: ${what} says ${fast} for ${JSON.stringify([one, other, text])}`)
  }
})

test('parts longer than a machine word are found at any position', () => {
  const long = 'ab?c'.repeat(20)
  const fit = long.replaceAll('?', 'x')
  for (const [before, after] of [
    ['', ''],
    ['x'.repeat(40), ''],
    ['ab', 'ab'],
    [fit.slice(4), fit.slice(0, -1)],
  ] as const) {
    assert.ok(matches(globOf(`*${long}*`), before + fit + after))
    assert.ok(overlaps(globOf(`*${long}*`), globOf(before + fit.replaceAll('c', '?') + after)))
  }
  for (const offset of [0, 31, 32, 39, 79])
    assert.not(matches(globOf(`*${long}*`), `${fit.slice(0, offset)}-${fit.slice(offset + 1)}`), String(offset))
})
