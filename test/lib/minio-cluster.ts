import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMinio } from './minio.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { closeAtEnd } from './close-at-end.ts'

/**
 * An address of this machine for other programs: in a container MinIO's servers do not connect to each other on
 * loopback, and Kubernetes services cannot lead there.
 */
export const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

/** Starts two MinIO servers with two drives each that form one storage. */
export const startMinioCluster = async () => {
  const program = findMinio()
  if (!program) throw new Error('There is no minio program')
  const root = { accessKey: 'minio-root', secretKey: 'minio-root-secret' }
  const folder = mkdtempSync(join(tmpdir(), 'stowage-cluster-'))
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://${ownAddress()}:${port}`)
  const drives = urls.flatMap((url, server) =>
    [1, 2].map((drive) => `${url}${folder}/server${server + 1}/drive${drive}`),
  )
  const env = {
    MINIO_ROOT_USER: root.accessKey,
    MINIO_ROOT_PASSWORD: root.secretKey,
    MINIO_CI_CD: '1',
    MINIO_BROWSER: 'off',
    MINIO_UPDATE: 'off',
  }
  const ready = (url: string) => async () =>
    (await fetch(`${url}/minio/health/cluster`)).ok && (await fetch(url)).status === 403
  const start = (url: string) =>
    startProgram(
      program,
      ['server', '--quiet', '--address', new URL(url).host, '--console-address', '127.0.0.1:0', ...drives],
      { env, isReady: ready(url) },
    )
  // each server waits for the other
  const servers = await Promise.all(urls.map(start))
  return {
    url: urls[0] ?? '',
    other: urls[1] ?? '',
    root,
    /** Kills the server that the console does not use. */
    stopOther: () => servers[1]?.stop('SIGKILL'),
    stop: closeAtEnd(async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      rmSync(folder, { recursive: true, force: true })
    }),
  }
}
