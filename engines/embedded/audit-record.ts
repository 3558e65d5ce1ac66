import type { CompletedCall } from './tracer.ts'

/** Builds an audit record in MinIO's format. */
export const auditRecordOf = ({
  name,
  path,
  query,
  host,
  client,
  request,
  account,
  accessKey,
  status,
  error,
  time,
  took,
  firstByte,
  received,
  sent,
}: CompletedCall) => {
  const [, bucket, object] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? []
  return {
    version: '1',
    time: time.toISOString(),
    trigger: 'incoming',
    api: {
      name: name.replace(/^[^.]*\./, ''),
      ...(name.startsWith('s3.') && { bucket, ...(object && { object }) }),
      status: error || (status === 200 ? 'OK' : 'Failed'),
      statusCode: status,
      rx: received,
      tx: sent,
      timeToFirstByte: `${firstByte}ns`,
      timeToResponse: `${took}ns`,
    },
    requestHost: host,
    requestPath: path,
    ...(query && { requestQuery: query }),
    remotehost: client,
    requestID: request,
    userAgent: 'Stowage',
    accessKey,
    ...(accessKey !== account && { parentUser: account }),
  }
}
