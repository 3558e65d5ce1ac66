import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import type { Resource } from '../../engines/kubernetes/client.ts'
import { isPresent } from '../runner/components.mjs'
import { hasPrograms, programPath, removeFolder } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this machine has Helm. Tests of the chart are skipped without it. */
export const hasHelm = isPresent('helm', hasPrograms('helm'))
if (!hasHelm) console.log("the chart is skipped: there is no `helm` program on PATH or in Go's bin folder")

const ofText = (text: string) =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as Resource | null) ?? [])

/** Runs helm on this chart, without the machine's configuration. */
export const helm = async (...args: string[]) => {
  const helmHome = temporaryFolder('helm')
  try {
    return (
      await promisify(execFile)(programPath('helm'), args, { env: { PATH: process.env.PATH ?? '', HOME: helmHome } })
    ).stdout
  } finally {
    removeFolder(helmHome)
  }
}

/** Objects of the chart with values such as `mode=minio`. */
export const rendered = (...settings: string[]) => renderedAs({ name: 'stowage', namespace: 'stowage' }, ...settings)

/** The same for another release. */
export const renderedAs = async (release: { name: string; namespace: string }, ...settings: string[]) =>
  ofText(
    await helm(
      'template',
      release.name,
      'deploy/helm/stowage',
      '--namespace',
      release.namespace,
      '--kube-version',
      '1.30.0',
      ...settings.flatMap((setting) => ['--set', setting]),
    ),
  )
