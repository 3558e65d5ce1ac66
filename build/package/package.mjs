import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archive } from './archive.mjs'
import { installModules } from './modules.mjs'
import { fontNotice, notices } from './notices.mjs'
import { distributedPackages, publishedPackage } from './production.mjs'
import { hasProgram, run } from './run.mjs'
import { sbom } from './sbom.mjs'
import { normalize, stage } from './stage.mjs'
import { makeDeb, makeRpm } from './system.mjs'

/** Node's name of a processor by Debian's, which archive names use. */
const architectures = { amd64: 'x64', arm64: 'arm64' }

/** Timestamp of all files in packages, in seconds since 1970: the same commit produces the same bytes. */
const sourceEpoch = (root) => {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  try {
    return Number(run('git', ['log', '-1', '--format=%ct'], { cwd: root }))
  } catch {
    return Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1000)
  }
}

/** Adds production packages and programs to a staged folder. Returns a note if something is missing. */
const complete = ({ root, folder, arch, epoch }) => {
  const note = installModules({ folder, arch })
  rmSync(join(folder, 'npm-shrinkwrap.json'))
  for (const name of ['stowage', 'healthy.mjs']) cpSync(join(root, 'deploy/linux', name), join(folder, 'bin', name))
  normalize(folder, epoch)
  return note
}

const stageNpm = ({ root, dist, to, packages, epoch }) => {
  stage({ root, dist, to, thirdParty: notices(root, packages) + fontNotice(root) })
  normalize(to, epoch)
}

const distributed = (root, dist) =>
  distributedPackages(root, JSON.parse(readFileSync(join(dist, 'bundled.json'), 'utf8')))

/** Creates the folder that an archive contains, for the container image. `arch` is Node's name of the processor. */
export const stageFor = ({ root, dist, to, arch = process.arch }) => {
  const epoch = sourceEpoch(root)
  stageNpm({ root, dist, to, packages: distributed(root, dist), epoch })
  return complete({ root, folder: to, arch, epoch })
}

/** Creates the archive of one architecture and its system packages. Returns notes on what is missing. */
const packageFor = async (architecture, { root, work, out, staged, published, epoch }) => {
  const arch = architectures[architecture]
  const archived = join(work, architecture, `${published.name}-${published.version}`)
  cpSync(staged, archived, { recursive: true })
  const note = complete({ root, folder: archived, arch, epoch })
  mkdirSync(join(archived, 'systemd'))
  cpSync(join(root, 'deploy/linux/stowage.service'), join(archived, 'systemd/stowage.service'))
  normalize(archived, epoch)
  const name = `${published.name}-${published.version}-linux-${architecture}.tar.gz`
  await archive(archived, join(out, name), epoch)

  const context = { root, work, out, archived, arch, published, epoch }
  const makers = { 'dpkg-deb': makeDeb, rpmbuild: makeRpm }
  const made = Object.entries(makers).filter(([program]) => hasProgram(program))
  for (const [, make] of made) make(context)
  return [
    ...(note ? [`${name}: ${note}`] : []),
    ...Object.keys(makers)
      .filter((program) => !hasProgram(program))
      .map((program) => `${architecture}: no package, because there is no ${program}`),
  ]
}

/**
 * Makes everything that is published of one version from the build in `dist`, in the folder `out`: an npm tarball,
 * and for each architecture an archive, a Debian package and an RPM; license notices, a bill of materials and
 * checksums. Returns `notes`, which name what could not be made and why.
 */
export const packageAll = async ({ root, dist, out, only = Object.keys(architectures) }) => {
  const work = mkdtempSync(join(tmpdir(), 'stowage-package-'))
  try {
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    const epoch = sourceEpoch(root)
    const published = publishedPackage(root)
    const packages = distributed(root, dist)
    const staged = join(work, 'npm')
    stageNpm({ root, dist, to: staged, packages, epoch })
    run('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', out], { cwd: staged })
    const bill = `${published.name}-${published.version}.cdx.json`
    writeFileSync(join(out, bill), `${JSON.stringify(sbom(published, packages, epoch), null, 2)}\n`)

    const notes = []
    for (const architecture of only) {
      try {
        notes.push(...(await packageFor(architecture, { root, work, out, staged, published, epoch })))
      } catch (error) {
        notes.push(`linux-${architecture}: not made: ${error.message}`)
      }
    }
    const names = readdirSync(out).sort()
    const sums = names.map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    )
    writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
    return { names: [...names, 'SHA256SUMS'], notes }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
