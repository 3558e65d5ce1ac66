// The plainest server that can be. With a folder: what comes is written to a new file, which then takes the place of
// the one before, since writing over pages that are in memory already would be no copy; what is asked for is read from
// it. With `synced` it answers once the file would outlast a power failure. With the address of a storage server: what
// comes goes there as it is, and back.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [port, place, synced] = process.argv.slice(2)

const toFile = async (incoming, answer) => {
  const file = join(place, 'plain')
  if (incoming.method === 'HEAD') return answer.end()
  if (incoming.method === 'GET') return pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), answer)
  await pipeline(incoming, createWriteStream(`${file}.new`, { highWaterMark: 1024 * 1024, flush: synced === 'synced' }))
  await rename(`${file}.new`, file)
  answer.end()
}

const agent = new Agent({ keepAlive: true })
const toServer = async (incoming, answer) => {
  const { method, url, headers } = incoming
  const passed = request(`${place}${url}`, { method, headers, agent })
  const answered = new Promise((resolve, reject) => passed.once('response', resolve).once('error', reject))
  await pipeline(incoming, passed)
  const given = await answered
  answer.writeHead(given.statusCode, given.headers)
  await pipeline(given, answer)
}

const pass = /^https?:/.test(place) ? toServer : toFile
createServer((incoming, answer) => void pass(incoming, answer).catch(() => answer.destroy())).listen(
  Number(port),
  '127.0.0.1',
)
