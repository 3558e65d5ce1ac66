// The plainest server that can be: what comes is written to a new file, which then takes the place of the one before, since
// writing over pages that are in memory already would be no copy; what is asked for is read from it.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [port, folder] = process.argv.slice(2)
const file = join(folder, 'plain')

createServer(async (request, response) => {
  if (request.method === 'GET') return void pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), response).catch(() => {})
  await pipeline(request, createWriteStream(`${file}.new`, { highWaterMark: 1024 * 1024 }))
  await rename(`${file}.new`, file)
  response.end()
}).listen(Number(port), '127.0.0.1')
