import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder } from './programs.ts'
import { isPresent } from '../runner/components.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this machine can make certificates. */
export const hasOpenssl = () => isPresent('openssl', spawnSync('openssl', ['version']).status === 0)

/** Creates a self-signed certificate with its key, both PEM. */
export const certificateFor = (name: string, others = `DNS:${name}`, days = 2) => {
  const folder = temporaryFolder('certificate')
  const [key, crt] = [join(folder, 'private.key'), join(folder, 'public.crt')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      ...curve,
      '-subj',
      `/O=Harbour/CN=${name}`,
      '-addext',
      `subjectAltName=${others}`,
      '-keyout',
      key,
      '-out',
      crt,
    ],
    { stdio: 'ignore' },
  )
  const made = { crt: readFileSync(crt, 'utf8'), key: readFileSync(key, 'utf8') }
  removeFolder(folder)
  return made
}
