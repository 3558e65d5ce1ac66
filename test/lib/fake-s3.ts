import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createS3Engine } from '../../engines/s3/engine.ts'
import { listen } from './listen.ts'
import { closeAtEnd } from './close-at-end.ts'

export type Reply = { status: number; body?: string; headers?: Record<string, string> }

/** An error response of S3. */
export const refusal = (status: number, code: string, message = code): Reply => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
})

/** A list of buckets. */
export const list = (...names: string[]): Reply => ({
  status: 200,
  body: `<ListAllMyBucketsResult><Buckets>${names
    .map((name) => `<Bucket><Name>${name}</Name><CreationDate>2026-01-02T03:04:05Z</CreationDate></Bucket>`)
    .join('')}</Buckets></ListAllMyBucketsResult>`,
})

type Answer = (request: IncomingMessage, body: string) => Reply

/** A storage server that answers with a function, and records its requests. */
export const onServer = async (reply: Answer, work: (at: { url: URL; requests: string[] }) => Promise<void>) => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    void text(request).then((sent) => {
      const { status, body = '', headers } = reply(request, sent)
      response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body)
    })
  })
  const port = await listen(server)
  await work({ url: new URL(`http://127.0.0.1:${port}`), requests })
}

/** An S3 engine on such a server. */
export const withEngine = (
  reply: Answer,
  work: (at: { engine: ReturnType<typeof createS3Engine>; requests: string[] }) => Promise<void>,
) =>
  onServer(reply, async ({ url, requests }) => {
    const engine = createS3Engine({ url })
    closeAtEnd(engine.close)
    await work({ engine, requests })
  })
