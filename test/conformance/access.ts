import type { LightMyRequestResponse } from 'fastify'
import { assert } from '../lib/suite.ts'
import type { Action, Endpoint } from '../../core/protocol/contract.ts'
import { type SampleRequest, requestsOf, type Sample } from '../lib/samples.ts'
import { absentName, fillNames, kindsIn, sendSample } from '../lib/sample-requests.ts'
import type { ErrorBody, Send } from '../server/host.ts'
import { type Callers, document, everything, statement } from './callers.ts'
import { uniqueName } from './engines.ts'

/** Calls that a MinIO server allows regardless of an object's tags, also without the console. */
const callsIgnoringTags = ['remove', 'removeMany', 'removeVersions', 'upload']

/** Calls that list objects without reading them. */
const listings = ['list', 'rewind']

const tagged = { StringEquals: { 's3:ExistingObjectTag/kept': 'yes' } }

/** Response of a call on several objects, of which each was refused. */
const refusedEach = /^\{"deleted":0,"failed":\[(\{[^}]*"message":"Access denied"\},?)+\](,"markers":\[\])?\}$/

const assertRefused = (response: LightMyRequestResponse, who: string, sampleRequest: SampleRequest) => {
  if (response.statusCode === 200 && refusedEach.test(response.payload)) return
  assert.is(
    response.statusCode,
    403,
    `${who}: ${JSON.stringify(sampleRequest)} answered ${response.statusCode} ${response.payload}`,
  )
  assert.is(response.json<ErrorBody>().code, 403)
}

/** Exactly the rights of the sample's request: if it names a bucket, in that bucket. */
const rightsOf = ({ endpoint, sample }: { endpoint: Endpoint; sample: Sample }): Action[] => [
  ...(Array.isArray(endpoint.allow) ? (endpoint.allow as Action[]) : []),
  ...(sample.also ?? []),
]

/** One call, its sample, and the names that replace its placeholders. */
export type AccessCase = {
  name: string
  endpoint: Endpoint
  sample: Sample
  names: ReadonlyMap<string, string>
  peer: string
}

const bucketOf = ({ sample, names }: AccessCase) =>
  kindsIn(sample.request).has('bucket') ? names.get('bucket') : undefined

/** Runs all at the same time, or one after another if a session may run only a few such calls concurrently. */
const forEach = async <Item>(
  { isExport }: Pick<Endpoint, 'isExport'>,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
) => {
  if (!isExport) return void (await Promise.all(items.map(act)))
  for (const item of items) await act(item)
}

/** Asserts that a refusal is the same whether or not an object exists. */
const assertAlike = async ({ endpoint, names }: AccessCase, send: Send, sampleRequest: SampleRequest, who: string) => {
  const existing = sendSample(send, endpoint, fillNames(sampleRequest, names))
  const checkKind = async (kind: string) => {
    const name = names.get(kind) ?? ''
    const absent = absentName(name)
    const missing = await sendSample(send, endpoint, fillNames(sampleRequest, new Map([...names, [kind, absent]])))
    const { statusCode, payload } = await existing
    const message = `${who} can distinguish an existing ${kind} from a missing one: ${JSON.stringify(sampleRequest)}`
    assert.equal([missing.statusCode, missing.payload.replaceAll(absent, name)], [statusCode, payload], message)
  }
  const kinds = [...kindsIn(sampleRequest)].filter((kind) => kind !== 'new')
  if (endpoint.isExport) await existing
  await forEach(endpoint, kinds, checkKind)
  return existing
}

/**
 * Other actions that grant an action: `s3:ListBucket` allows listing versions, even if `s3:ListBucketVersions` is
 * denied.
 */
const alsoGrantedBy: Partial<Record<Action, Action>> = { 's3:ListBucketVersions': 's3:ListBucket' }

/** Asserts that a caller without one of the call's rights is refused and learns nothing from the response. */
export const assertRefusals = async (one: AccessCase, callers: Callers) => {
  const { endpoint, sample, names, name, peer } = one
  const bucket = bucketOf(one)
  const rights = rightsOf(one)
  const others = rights.filter((action) => action.startsWith('s3:'))
  const { withoutPolicies, readOnly, restricted, other, denied } = callers
  const below: [string, Send][] = [
    ['a user without rights', withoutPolicies.send],
    ['a restricted service account', restricted.send],
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
    const own = fillNames(
      sample.request,
      new Map([...names, ['user', readOnly.pair.accessKey], ['new', uniqueName('n')]]),
    )
    const response = await sendSample(readOnly.send, endpoint, own)
    if (sample.self === 'may') assert.is(response.statusCode, endpoint.status, response.payload)
    else assertRefused(response, 'a user without a right for it, about itself', own)
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
  if (withKey.length === 0 || listings.includes(name) || (peer === 'minio' && callsIgnoringTags.includes(name))) return
  await denied.may(document(...everything, ...statement('Deny', ['s3:*'], undefined, tagged)))
  const untouched = async (sampleRequest: SampleRequest) => {
    const request = fillNames(sampleRequest, names)
    assertRefused(await sendSample(denied.send, endpoint, request), 'a user to whom what is tagged is denied', request)
  }
  await Promise.all(withKey.map(untouched))
}

/** Variants of a request in which one of its lists contains a name twice. */
const withDuplicates = ({ body, ...sampleRequest }: SampleRequest): SampleRequest[] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  return Object.entries(body as Record<string, unknown>)
    .filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].some((item) => typeof item === 'string'),
    )
    .map(([field, names]) => ({ ...sampleRequest, body: { ...body, [field]: [...names, ...names] } }))
}

/** Asserts that a list with a duplicate name is refused before the caller's rights are checked. */
export const assertDuplicatesRefused = async (
  { endpoint, sample, names }: AccessCase,
  { consoleAdmin, withoutPolicies }: Callers,
) => {
  const refuse = async (sampleRequest: SampleRequest, { send }: { send: Send }) => {
    const { statusCode, payload } = await sendSample(send, endpoint, fillNames(sampleRequest, names))
    assert.is(statusCode, 422, `${JSON.stringify(sampleRequest)} answered ${statusCode} ${payload}`)
  }
  await Promise.all(
    requestsOf(sample)
      .flatMap(withDuplicates)
      .flatMap((sampleRequest) => [refuse(sampleRequest, consoleAdmin), refuse(sampleRequest, withoutPolicies)]),
  )
}

/** Asserts that a call on the own account does not reveal others, and that a Deny forbids it. */
export const assertOwnAccount = async (one: AccessCase, callers: Callers) => {
  const { endpoint, sample, names } = one
  for (const sampleRequest of requestsOf(sample)) {
    const { send } = endpoint.method === 'GET' ? callers.readOnly : await callers.user(['readonly'])
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
    await sendSample(callers.restricted.send, endpoint, sampleRequest),
    'a restricted service account',
    sampleRequest,
  )
}

/** Asserts that the call's rights are sufficient. */
export const assertGranted = async (one: AccessCase, { granted, user }: Callers) => {
  const { endpoint, sample, names } = one
  const rights = rightsOf(one)
  const { send } = rights.length > 0 ? granted : await user(['readonly'])
  if (rights.length > 0) await granted.may(document(...statement('Allow', rights, bucketOf(one))))
  const response = await sendSample(send, endpoint, fillNames(sample.request, names))
  assert.is(
    response.statusCode,
    endpoint.status,
    `a caller with no more than ${rights.join(', ')}: ${response.payload}`,
  )
}
