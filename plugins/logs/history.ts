/**
 * Subject of a history: an object of a bucket, a bucket, a user, group or policy, or all that an account, an access
 * key or one request did.
 */
export type HistorySubject = {
  bucket?: string
  object?: string
  user?: string
  group?: string
  policy?: string
  account?: string
  accessKey?: string
  request?: string
}

const filtersOf = ({ bucket, object, user, group, policy, account, accessKey, request }: HistorySubject) => {
  if (request) return { request_id: request, show: 'all' }
  if (accessKey) return { access_key_id: accessKey, show: 'all' }
  if (account) return { access_key: account }
  if (bucket) return { bucket, ...(object && { object }) }
  const name = user ?? group
  if (name) return { object: name, api_name: 'console.identity.*' }
  return policy ? { object: policy, api_name: 'console.policies.*' } : {}
}

/**
 * Address of the audit log with the changes of something, or by an account, or all calls of an access key or a request.
 */
export const historyAddress = (subject: HistorySubject) =>
  `/logs?${new URLSearchParams({ tab: 'audit', ...filtersOf(subject), range: 'all' })}`
