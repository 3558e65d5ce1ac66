import { atMost, medianTime } from '../lib/measure.ts'
import { startServer, type TestServer } from '../lib/server.ts'

/** From starting the program on an empty data folder to the first 200 of /readyz. */
export const measure = async () => {
  const started: TestServer[] = []
  const time = await medianTime(3, async () => started.push(await startServer()))
  await Promise.all(started.map((server) => server.stop()))
  return [atMost('cold start to ready', time / 1000, 's', 1)]
}
