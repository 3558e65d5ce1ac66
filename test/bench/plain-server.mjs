// A minimal server. With a folder it writes each upload to a new file that then replaces the previous one, because
// overwriting pages that are in the page cache would not be a copy, and serves downloads from that file. With `synced`
// it responds once the file would survive a power failure. With the address of a storage server it forwards requests
// and responses unchanged.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [port, target, synced] = process.argv.slice(2)

const toFile = async (incoming, response) => {
  const file = join(target, 'plain')
  if (incoming.method === 'HEAD') return response.end()
  if (incoming.method === 'GET') return pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), response)
  await pipeline(incoming, createWriteStream(`${file}.new`, { highWaterMark: 1024 * 1024, flush: synced === 'synced' }))
  await rename(`${file}.new`, file)
  response.end()
}

const agent = new Agent({ keepAlive: true })
const toServer = async (incoming, response) => {
  const { method, url, headers } = incoming
  const forwarded = request(`${target}${url}`, { method, headers, agent })
  const received = new Promise((resolve, reject) => forwarded.once('response', resolve).once('error', reject))
  await pipeline(incoming, forwarded)
  const upstream = await received
  response.writeHead(upstream.statusCode, upstream.headers)
  await pipeline(upstream, response)
}

const pass = /^https?:/.test(target) ? toServer : toFile
createServer((incoming, response) => void pass(incoming, response).catch(() => response.destroy())).listen(
  Number(port),
  '127.0.0.1',
)
