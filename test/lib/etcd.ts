import { freePort, startProgram } from '../../testing/process.ts'
import { removeFolder, programPath, hasPrograms, isListening } from './programs.ts'
import { isPresent } from '../runner/components.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this machine has an etcd. */
export const hasEtcd = () => isPresent('etcd', hasPrograms('etcd'))

/** Reason that a test run prints when it skips tests that need etcd. */
export const noEtcd = 'no etcd: there is no `etcd` program on this machine'

/** Starts an etcd on loopback; `stored()` returns its content as a text. */
export const startEtcd = async () => {
  const [port, peers, folder] = [await freePort(), await freePort(), temporaryFolder('etcd')]
  const url = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peers}`
  const folders = [
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
  ]
  const running = await startProgram(
    programPath('etcd'),
    ['--data-dir', folder, ...folders, '--initial-cluster', `default=${peer}`, '--unsafe-no-fsync'],
    { env: {}, isReady: isListening(port) },
  )
  const stored = async () => {
    const body = JSON.stringify({ key: 'AA==', range_end: 'AA==', keys_only: true })
    const { kvs = [] } = (await (await fetch(`${url}/v3/kv/range`, { method: 'POST', body })).json()) as {
      kvs?: { key: string }[]
    }
    return kvs.map(({ key }) => Buffer.from(key, 'base64').toString())
  }
  return {
    url,
    stored,
    stop: async () => {
      await running.stop()
      removeFolder(folder)
    },
  }
}
