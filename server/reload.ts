import { watch } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newBuildUnreadable } from './messages.ts'

/**
 * Notifies open pages when `dist/manifest.json` changes: `GET /dev/reload` is a stream with one event per build.
 * `reread` runs before the notification.
 */
export const addReload = (app: FastifyInstance, dist: string, reread: () => Promise<void>) => {
  const pages = new Set<ServerResponse>()
  let isClosing = false
  let settling: NodeJS.Timeout | undefined
  const notify = async () => {
    await reread()
    for (const page of pages) page.write('data: built\n\n')
  }
  const watcher = watch(dist, (_event, name) => {
    if (name !== 'manifest.json') return
    clearTimeout(settling)
    settling = setTimeout(
      () => void notify().catch((error: unknown) => app.log.warn({ err: error }, newBuildUnreadable)),
      50,
    )
  })
  app.get('/dev/reload', async (_request, reply) => {
    // a page that connects again while the server stops would reload too early
    if (isClosing) return reply.code(503).send()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 500\n\n')
    pages.add(reply.raw)
    reply.raw.once('close', () => pages.delete(reply.raw))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    clearTimeout(settling)
    watcher.close()
    for (const page of pages) page.end()
  })
}
