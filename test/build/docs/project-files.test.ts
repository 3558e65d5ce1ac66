import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { assert, suite } from '../../lib/suite.ts'
import { parse } from 'yaml'
import { notesOf } from '../../../build/release-notes.mjs'
import { hasPrograms, programPath } from '../../lib/programs.ts'
import { isPresent } from '../../runner/components.mjs'

const test = suite('licenses, workflows and updates')

type Entry = { license?: string; dev?: boolean; devOptional?: boolean; link?: boolean }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Readonly<Record<string, Entry>> }

/** Licenses whose code may be distributed together with code under AGPL-3.0. */
const compatible = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'BlueOak-1.0.0']

/** Licenses of packages that are used to build and test, but not distributed. */
const forTools = [...compatible, 'MPL-2.0', 'CC-BY-4.0', 'CC0-1.0', 'Python-2.0']

/** Packages that state their license (MIT) only in a file. */
const unstated = ['node_modules/eval', 'node_modules/require-like']

/** Whether an SPDX expression allows one of these licenses. */
const isAmong = (license: string, allowed: readonly string[]) =>
  license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one.trim())))

test('every package states a license that is compatible with ours', () => {
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link)
  assert.ok(packages.length > 200)
  const refused = packages.flatMap(([path, { license = 'none', dev, devOptional }]) =>
    unstated.includes(path) || isAmong(license, dev || devOptional ? forTools : compatible)
      ? []
      : [`${path}: ${license}`],
  )
  assert.equal(refused, [])
})

type Step = { uses?: string; run?: string; with?: Readonly<Record<string, unknown>> }
type Job = { permissions?: object; uses?: string; steps?: Step[]; 'timeout-minutes'?: number }
type Workflow = { permissions: object; jobs: Readonly<Record<string, Job>> }

const folder = '.github/workflows'
const workflows = readdirSync(folder).map((name) => ({
  name,
  workflow: parse(readFileSync(`${folder}/${name}`, 'utf8')) as Workflow,
}))

test('workflows read the repository only, and every job has a time limit', () => {
  assert.equal(workflows.map(({ name }) => name).sort(), ['package.yml', 'release.yml', 'test.yml'])
  for (const { name, workflow } of workflows) {
    assert.equal(workflow.permissions, { contents: 'read' }, name)
    for (const [id, job] of Object.entries(workflow.jobs))
      assert.ok(job.uses ?? job['timeout-minutes'], `${name} ${id}`)
  }
})

const hasActionlint = isPresent('actionlint', hasPrograms('actionlint'))
if (!hasActionlint) console.log('Workflows are not linted: there is no actionlint')
const linted = hasActionlint ? test : Object.assign(() => test.skip(), test)

linted('workflows pass actionlint', () => {
  const files = readdirSync(folder).map((name) => `${folder}/${name}`)
  const { stdout, stderr } = spawnSync(programPath('actionlint'), ['-no-color', ...files], { encoding: 'utf8' })
  assert.is(`${stdout}${stderr}`, '')
})

test('commands of workflows run npm scripts and files that exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }
  const steps = workflows.flatMap(({ workflow }) => Object.values(workflow.jobs).flatMap(({ steps = [] }) => steps))
  const commands = steps.flatMap(({ run = '' }) => run)
  const names = commands.flatMap((run) => [...run.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name))
  const files = [
    ...commands.flatMap((run) =>
      [...run.matchAll(/(?:^|node )(\.?[\w./-]+\.mjs|\.ci\/run)/gm)].map(([, file]) => file),
    ),
    ...steps.flatMap((step) => (typeof step.with?.file === 'string' ? step.with.file : [])),
  ]
  assert.ok(names.length > 0 && files.length > 2)
  assert.equal([...names.filter((name) => !(name in scripts)), ...files.filter((file) => !existsSync(file ?? ''))], [])
})

test('packages and the image of a release get a provenance', () => {
  const release = workflows.find(({ name }) => name === 'release.yml')?.workflow.jobs.publish
  const attested = release?.steps?.filter(({ uses }) => uses?.startsWith('actions/attest-build-provenance@')) ?? []
  assert.equal(
    attested.map((step) => Object.keys(step.with ?? {})[0]),
    ['subject-checksums', 'subject-name'],
  )
  assert.equal(Object.keys(release?.permissions ?? {}).sort(), ['attestations', 'contents', 'id-token', 'packages'])
})

test('packages of the update rules exist', () => {
  const { packageRules } = JSON.parse(readFileSync('.github/renovate.json', 'utf8')) as {
    packageRules: { matchPackageNames?: string[] }[]
  }
  const names = packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames)
  assert.ok(names.length > 3)
  assert.equal(
    names.filter((name) => !(`node_modules/${name}` in lock.packages)),
    [],
  )
})

test('the notes of a release are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- new\n\n## [1.1.0] - 2026-02-01\n\n- later\n\n## [1.0.0]\n\n- first\n'
  assert.is(notesOf(changelog, '1.1.0'), '- later\n')
  assert.is(notesOf(changelog, '1.0.0'), '- first\n')
  assert.throws(() => notesOf(changelog, '2.0.0'), /no section \[2\.0\.0\]/)
})
