import type { LightMyRequestResponse } from 'fastify'
import { assert } from '../lib/suite.ts'
import type { Action, Endpoint } from '../../core/protocol/contract.ts'
import { type SampleRequest, requestsOf, type Sample } from '../lib/samples.ts'
import { absentName, fillNames, kindsIn, sendSample } from '../lib/sample-requests.ts'
import type { ErrorBody, Send } from '../server/host.ts'
import { type Callers, document, everything, statement } from './callers.ts'
import { uniqueName } from './engines.ts'

/** What a MinIO server does whatever an object's tags are, and so do those who call it without the console. */
const blindToTags = ['remove', 'removeMany', 'removeVersions', 'upload']

/** What tells of objects without a look into them. */
const listings = ['list', 'rewind']

const tagged = { StringEquals: { 's3:ExistingObjectTag/kept': 'yes' } }

/** A call about several things tells of each what became of it. */
const refusedEach = /^\{"deleted":0,"failed":\[(\{[^}]*"message":"Access denied"\},?)+\]\}$/

const assertRefused = (answer: LightMyRequestResponse, who: string, sampleRequest: SampleRequest) => {
  if (answer.statusCode === 200 && refusedEach.test(answer.payload)) return
  assert.is(
    answer.statusCode,
    403,
    `${who}: ${JSON.stringify(sampleRequest)} answered ${answer.statusCode} ${answer.payload}`,
  )
  assert.is(answer.json<ErrorBody>().code, 403)
}

/** The rights of the sample's request, no more: where it names a bucket, in that. */
const rightsOf = ({ endpoint, sample }: { endpoint: Endpoint; sample: Sample }): Action[] => [
  ...(Array.isArray(endpoint.allow) ? (endpoint.allow as Action[]) : []),
  ...(sample.also ?? []),
]

/** One call, its sample, and the names of all that it names. */
export type AccessCase = {
  name: string
  endpoint: Endpoint
  sample: Sample
  names: ReadonlyMap<string, string>
  peer: string
}

const bucketOf = ({ sample, names }: AccessCase) =>
  kindsIn(sample.request).has('bucket') ? names.get('bucket') : undefined

/** All together, or one after another where a session may run only a few such calls at a time. */
const forEach = async <Item>(
  { isExport }: Pick<Endpoint, 'isExport'>,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
) => {
  if (!isExport) return void (await Promise.all(items.map(act)))
  for (const item of items) await act(item)
}

/** Nobody can tell what exists by a refusal. */
const assertAlike = async ({ endpoint, names }: AccessCase, send: Send, sampleRequest: SampleRequest, who: string) => {
  const there = sendSample(send, endpoint, fillNames(sampleRequest, names))
  const tell = async (kind: string) => {
    const name = names.get(kind) ?? ''
    const absent = absentName(name)
    const missing = await sendSample(send, endpoint, fillNames(sampleRequest, new Map([...names, [kind, absent]])))
    const { statusCode, payload } = await there
    const complaint = `${who} can tell a ${kind} that is there from one that is not: ${JSON.stringify(sampleRequest)}`
    assert.equal([missing.statusCode, missing.payload.replaceAll(absent, name)], [statusCode, payload], complaint)
  }
  const kinds = [...kindsIn(sampleRequest)].filter((kind) => kind !== 'new')
  if (endpoint.isExport) await there
  await forEach(endpoint, kinds, tell)
  return there
}

/** What grants an action as well: `s3:ListBucket` lets list versions, even where `s3:ListBucketVersions` is denied. */
const alsoGrantedBy: Partial<Record<Action, Action>> = { 's3:ListBucketVersions': 's3:ListBucket' }

/** Asserts that a caller without one of the call's rights is refused and learns nothing from the response. */
export const assertRefusals = async (one: AccessCase, callers: Callers) => {
  const { endpoint, sample, names, name, peer } = one
  const bucket = bucketOf(one)
  const rights = rightsOf(one)
  const others = rights.filter((action) => action.startsWith('s3:'))
  const { nobody, poor, narrow, other, denied } = callers
  const below: [string, Send][] = [
    ['a user without rights', nobody.send],
    ['a restricted service account', narrow.send],
  ]
  if (bucket !== undefined && others.length > 0) {
    await other.may(document(...statement('Allow', others, 'elsewhere')))
    below.push(['a user with rights elsewhere', other.send])
  }
  const refuse = async ([who, send]: (typeof below)[number], sampleRequest: SampleRequest) =>
    assertRefused(await assertAlike(one, send, sampleRequest, who), who, sampleRequest)
  const attempts = below.flatMap((caller) =>
    requestsOf(sample).map((sampleRequest) => [caller, sampleRequest] as const),
  )
  await forEach(endpoint, attempts, (attempt) => refuse(...attempt))

  if (kindsIn(sample.request).has('user')) {
    const own = fillNames(sample.request, new Map([...names, ['user', poor.pair.accessKey], ['new', uniqueName('n')]]))
    const answer = await sendSample(poor.send, endpoint, own)
    if (sample.self === 'may') assert.is(answer.statusCode, endpoint.status, answer.payload)
    else assertRefused(answer, 'a user without a right for it, about itself', own)
  }

  const sampleRequest = fillNames(sample.request, names)
  for (const action of rights) {
    const other = alsoGrantedBy[action]
    await denied.may(document(...everything, ...statement('Deny', other ? [action, other] : [action], undefined)))
    assertRefused(
      await sendSample(denied.send, endpoint, sampleRequest),
      `a user to whom ${action} is denied`,
      sampleRequest,
    )
  }
  const withKey = requestsOf(sample).filter((request) => kindsIn(request).has('key'))
  if (withKey.length === 0 || listings.includes(name) || (peer === 'minio' && blindToTags.includes(name))) return
  await denied.may(document(...everything, ...statement('Deny', ['s3:*'], undefined, tagged)))
  const untouched = async (sampleRequest: SampleRequest) => {
    const request = fillNames(sampleRequest, names)
    assertRefused(await sendSample(denied.send, endpoint, request), 'a user to whom what is tagged is denied', request)
  }
  await Promise.all(withKey.map(untouched))
}

/** The requests that name in one of their lists something twice. */
const doubled = ({ body, ...sampleRequest }: SampleRequest): SampleRequest[] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  return Object.entries(body as Record<string, unknown>)
    .filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].some((item) => typeof item === 'string'),
    )
    .map(([field, names]) => ({ ...sampleRequest, body: { ...body, [field]: [...names, ...names] } }))
}

/** A list of names is a set: one that is not is refused before anybody looks who asks. */
export const assertDuplicatesRefused = async ({ endpoint, sample, names }: AccessCase, { chief, nobody }: Callers) => {
  const refuse = async (sampleRequest: SampleRequest, { send }: { send: Send }) => {
    const { statusCode, payload } = await sendSample(send, endpoint, fillNames(sampleRequest, names))
    assert.is(statusCode, 422, `${JSON.stringify(sampleRequest)} answered ${statusCode} ${payload}`)
  }
  await Promise.all(
    requestsOf(sample)
      .flatMap(doubled)
      .flatMap((sampleRequest) => [refuse(sampleRequest, chief), refuse(sampleRequest, nobody)]),
  )
}

/** What everyone may do with their own account tells nobody of others', and a Deny takes it away. */
export const assertOwnAccount = async (one: AccessCase, callers: Callers) => {
  const { endpoint, sample, names } = one
  for (const sampleRequest of requestsOf(sample)) {
    const { send } = endpoint.method === 'GET' ? callers.poor : await callers.user(['readonly'])
    await assertAlike(
      { ...one, names: new Map([...one.names, ['new', uniqueName('n')]]) },
      send,
      sampleRequest,
      'a user without rights',
    )
  }
  if (!sample.unless) return
  const sampleRequest = fillNames(sample.request, names)
  await callers.denied.may(document(...everything, ...statement('Deny', [sample.unless], undefined)))
  assertRefused(
    await sendSample(callers.denied.send, endpoint, sampleRequest),
    `a user to whom ${sample.unless} is denied`,
    sampleRequest,
  )
  assertRefused(
    await sendSample(callers.narrow.send, endpoint, sampleRequest),
    'a restricted service account',
    sampleRequest,
  )
}

/** The call's rights are all that it takes. */
export const assertGranted = async (one: AccessCase, { granted, user }: Callers) => {
  const { endpoint, sample, names } = one
  const rights = rightsOf(one)
  const { send } = rights.length > 0 ? granted : await user(['readonly'])
  if (rights.length > 0) await granted.may(document(...statement('Allow', rights, bucketOf(one))))
  const answer = await sendSample(send, endpoint, fillNames(sample.request, names))
  assert.is(answer.statusCode, endpoint.status, `a caller with no more than ${rights.join(', ')}: ${answer.payload}`)
}
