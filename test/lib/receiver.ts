import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtEnd } from './close-at-end.ts'
import { freePort } from '../../testing/process.ts'

/** A received event. */
export type Received = { path: string; headers: IncomingHttpHeaders; event: EventLog }

/** Event message of a storage server. */
export type EventLog = {
  EventName: string
  Key: string
  Records: {
    eventName: string
    eventTime: string
    eventSource: string
    userIdentity: { principalId: string }
    s3: {
      bucket: { name: string; arn: string }
      object: { key: string; size?: number; eTag?: string; contentType?: string; versionId?: string; sequencer: string }
    }
  }[]
}

/** How a webhook responds to an event: accepts it, refuses it with a status, or never responds. */
type Behavior = 'takes' | 'hangs' | number

/** Starts a webhook on loopback. `events` are those that it accepted, `tries` counts all requests. */
export const startReceiver = async (at?: number) => {
  const port = at ?? (await freePort())
  const events: Received[] = []
  const hanging: ServerResponse[] = []
  const state = { behavior: 'takes' as Behavior, tries: 0 }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST') return void response.end()
      state.tries += 1
      if (state.behavior === 'hangs') return void hanging.push(response)
      if (state.behavior !== 'takes') return void response.writeHead(state.behavior).end()
      events.push({
        path: request.url ?? '',
        headers: request.headers,
        event: JSON.parse(Buffer.concat(chunks).toString()) as EventLog,
      })
      response.end()
    })
  })
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await open()
  closeAtEnd(close)
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    events,
    state,
    /** Accepted events of a bucket, in order of arrival. */
    of: (bucket: string) => events.filter(({ event }) => event.Records[0]?.s3.bucket.name === bucket),
    close,
    open,
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
