import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort, startProgram } from '../../testing/process.ts'
import { listen } from './listen.ts'
import { removeFolder, programPath, hasPrograms } from './programs.ts'
import { isPresent } from '../runner/components.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this machine has a Prometheus. */
export const hasPrometheus = () => isPresent('prometheus', hasPrograms('prometheus'))

/** Reason that a test run prints when it skips a suite that needs Prometheus. */
export const noPrometheus = 'no Prometheus: there is no `prometheus` program on PATH'

/** Starts a server on loopback that answers every request in the same way. */
export const startStaticServer = async (
  respond: (request: {
    url: string
    authorization: string | undefined
  }) => { status?: number; text: string; headers?: Record<string, string> } | 'never',
) => {
  const server = createServer((request, reply) => {
    const result = respond({ url: request.url ?? '', authorization: request.headers.authorization })
    if (result === 'never') return
    reply.writeHead(result.status ?? 200, { 'content-type': 'text/plain', ...result.headers }).end(result.text)
  })
  const port = await listen(server)
  return { port, url: new URL(`http://127.0.0.1:${port}`) }
}

/** Starts a real Prometheus on loopback that scrapes these targets every second as one job, with a label `cluster`. */
export const startPrometheus = async (job: string, targets: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder('prometheus')
  const port = await freePort()
  const configuration = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: [
      {
        job_name: job,
        metrics_path: '/minio/v2/metrics/cluster',
        static_configs: Object.entries(targets).map(([cluster, target]) => ({
          targets: [target],
          labels: { cluster },
        })),
      },
    ],
  }
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(configuration))
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ]
  const url = new URL(`http://127.0.0.1:${port}`)
  const ready = () => fetch(new URL('/-/ready', url)).then(({ status }) => status === 200)
  const running = await startProgram(programPath('prometheus'), args, { env: {}, isReady: ready })
  return {
    url,
    stop: async () => {
      await running.stop()
      removeFolder(folder)
    },
  }
}
