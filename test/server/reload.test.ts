import fastify from 'fastify'
import { addReload } from '../../server/reload.ts'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

test('a server that stops ends the streams of pages and accepts no new ones, so that pages wait for the next', async () => {
  const app = fastify({ return503OnClosing: false })
  addReload(app, temporaryFolder('dist'), async () => undefined)
  let whileClosing: number | undefined
  let url = ''
  app.addHook('preClose', async () => {
    whileClosing = (await fetch(`${url}/dev/reload`)).status
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const open = await fetch(`${url}/dev/reload`)
  assert.is(open.headers.get('content-type'), 'text/event-stream')
  await app.close()
  assert.is(await open.text(), 'retry: 500\n\n')
  assert.is(whileClosing, 503)
})
