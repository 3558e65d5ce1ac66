/** Address of a trace that starts immediately: of calls of an API, of a bucket, or of kinds of calls. */
export const traceAddress = ({ api, bucket, calls }: { api?: string; bucket?: string; calls?: string }) =>
  `/trace?${new URLSearchParams({
    ...(api && { function: api }),
    ...(bucket && { path: `/${bucket}` }),
    ...(calls && { calls }),
    order: 'slowest',
    start: 'yes',
  })}`
