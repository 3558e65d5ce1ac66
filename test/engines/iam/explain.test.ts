import { assert, test } from '../../lib/suite.ts'
import { pluck } from '../../lib/pluck.ts'
import { clausesOf, explain, type Layers } from '../../../engines/iam/explain.ts'
import { createEvaluator, type PolicyDocument } from '../../../engines/iam/policy.ts'
import { createGenerator } from './create-generator.ts'
import { allow, ask, deny, document } from './statements.ts'

const seed = Number(process.env.SEED ?? 20261122)

const attached = (...documents: PolicyDocument[]): Layers => ({
  own: documents.map((one, at) => ({ policy: `p${at + 1}`, document: one })),
})

test(`explanations agree with the evaluator, and the deciding statement alone gives the result (SEED=${seed})`, () => {
  const { withProbability, pick, actions, buckets, key, caller, requested, documents } = createGenerator(seed)
  const answers = { yes: 0, no: 0 }
  for (let round = 0; round < 1200; round += 1) {
    const [own, limit] = [documents(), withProbability(0.3) ? documents()[0] : undefined]
    const request = { action: pick(actions), bucket: pick(buckets), key: withProbability(0.7) ? key() : '' }
    const context = { ...caller(), ...requested() }
    const layers = [own, ...(limit ? [[limit]] : [])]
    const allowed = layers.every((documents) => createEvaluator(documents, context).isAllowed(request))
    const explanation = explain({ ...attached(...own), restriction: limit }, request, context)
    answers[allowed ? 'yes' : 'no'] += 1
    if (explanation.allowed !== allowed)
      assert.unreachable(`SEED=${seed}: ${JSON.stringify({ round, request, context, own, limit })}`)
    const [first] = explanation.matching
    if (allowed) assert.is(first?.statement.Effect, 'Allow')
    else assert.ok(first?.statement.Effect === 'Deny' || explanation.missingAllow)
    for (const { statement } of explanation.matching) {
      const alone = createEvaluator([{ Version: '', Statement: [statement] }], context)
      assert.ok(statement.Effect === 'Deny' ? alone.isDenied(request) : alone.isAllowed(request))
    }
  }
  assert.ok(Math.min(answers.yes, answers.no) > 120, JSON.stringify(answers))
})

test('a Deny precedes every Allow, in any policy', () => {
  const layers: Layers = {
    own: [
      { policy: 'writer', document: document(allow('s3:*', 'etl/*')) },
      { policy: 'keep', group: 'data', document: document(allow('s3:GetObject', '*'), deny('s3:Delete*', 'etl/*')) },
    ],
  }
  const { allowed, matching } = explain(layers, ask('s3:DeleteObject etl/tmp/1'), {})
  assert.not(allowed)
  assert.equal(
    matching.map(({ policy, group, number, statement }) => [policy, group, number, statement.Effect]),
    [
      ['keep', 'data', 2, 'Deny'],
      ['writer', undefined, 1, 'Allow'],
    ],
  )
  assert.equal(clausesOf(matching[0]!.statement), ['Effect', 'Action', 'Resource'])
})

test('without an Allow the closest statement is shown with its mismatches', () => {
  const closest = (text: string, context = {}, ...statements: Parameters<typeof document>) => {
    const { allowed, missingAllow, closest: found } = explain(attached(document(...statements)), ask(text), context)
    assert.not(allowed)
    return [missingAllow, found?.number, found?.failed]
  }
  const inOffice = allow('s3:GetObject', 'b/*', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } })
  assert.equal(closest('s3:GetObject b/k', { 'aws:SourceIp': ['192.0.2.1'] }, allow('s3:PutObject', 'b/*'), inOffice), [
    'attached',
    2,
    'Condition',
  ])
  assert.equal(closest('s3:GetObject c/k', {}, allow('s3:PutObject', 'c/*'), inOffice), ['attached', 2, 'Resource'])
  assert.equal(closest('s3:DeleteObject b/k', {}, inOffice), ['attached', 1, 'Action'])
  assert.equal(closest('s3:DeleteObject b/k', {}, allow('s3:ListBucket', 'b'), allow('s3:PutObject', 'b/*')), [
    'attached',
    2,
    'Action',
  ])
  assert.equal(closest('s3:GetObject b/k', {}, deny('s3:PutObject', '*')), ['attached', undefined, undefined])
})

test('conditions the question does not answer are named', () => {
  const layers = attached(
    document(
      allow('s3:GetObject', 'b/*', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }),
      deny('s3:*', 'b/*', { Bool: { 'aws:SecureTransport': ['false'] } }),
    ),
  )
  assert.equal(explain(layers, ask('s3:GetObject b/k'), {}).missingConditionKeys, [
    'aws:SecureTransport',
    'aws:SourceIp',
  ])
  assert.equal(
    explain(layers, ask('s3:GetObject b/k'), { 'aws:SourceIp': ['10.1.1.1'], 'aws:SecureTransport': ['true'] })
      .missingConditionKeys,
    [],
  )
  assert.equal(explain(layers, ask('s3:GetObject c/k'), {}).missingConditionKeys, [])
})

test("a service account's own policy is named if it denies", () => {
  const layers = { ...attached(document(allow('s3:*', '*'))), restriction: document(allow('s3:GetObject', 'b/*')) }
  const read = explain(layers, ask('s3:GetObject b/k'), {})
  assert.ok(read.allowed)
  assert.equal(pluck(read.matching, 'policyType'), ['attached', 'inline'])
  const write = explain(layers, ask('s3:PutObject b/k'), {})
  assert.equal([write.allowed, write.missingAllow, write.closest?.failed], [false, 'inline', 'Action'])
})
