import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './run.mjs'
import { documents, normalize } from './stage.mjs'

/** Names of processors in Debian packages and RPMs. */
const names = { x64: { deb: 'amd64', rpm: 'x86_64' }, arm64: { deb: 'arm64', rpm: 'aarch64' } }

const put = (from, to, options) => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, ...options })
}

/** Writes the files of a system package below a folder: the program in `archived`, a service, its settings. */
const layOut = ({ root, archived, to, epoch }) => {
  const linux = join(root, 'deploy/linux')
  put(archived, join(to, 'usr/lib/stowage'))
  mkdirSync(join(to, 'usr/bin'), { recursive: true })
  symlinkSync('../lib/stowage/bin/stowage', join(to, 'usr/bin/stowage'))
  put(join(linux, 'stowage.service'), join(to, 'usr/lib/systemd/system/stowage.service'))
  put(join(linux, 'stowage.env'), join(to, 'etc/stowage/stowage.env'))
  rmSync(join(to, 'usr/lib/stowage/systemd'), { recursive: true })
  for (const name of [...documents(archived), 'THIRD-PARTY-LICENSES.txt'])
    put(join(archived, name), join(to, 'usr/share/doc/stowage', name))
  put(join(archived, 'LICENSE'), join(to, 'usr/share/doc/stowage/copyright'))
  symlinkSync('copyright', join(to, 'usr/share/doc/stowage/LICENSE'))
  normalize(to, epoch)
}

const kibibytes = (folder) =>
  Math.ceil(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) / 1024,
  )

/** Creates a Debian package with dpkg-deb and returns its name. */
export const makeDeb = ({ root, work, out, archived, arch, published, epoch }) => {
  const to = join(work, `deb-${arch}`)
  layOut({ root, archived, to, epoch })
  const control = `Package: ${published.name}
Version: ${published.version}
Architecture: ${names[arch].deb}
Maintainer: Stowage contributors <stowage@localhost>
Installed-Size: ${kibibytes(to)}
Depends: nodejs (>= 20.19)
Section: web
Priority: optional
Description: ${published.description}
 Browser console for administrators and users of object storage. It stores
 objects itself, or connects to a server with the MinIO admin API.
`
  mkdirSync(join(to, 'DEBIAN'))
  writeFileSync(join(to, 'DEBIAN/control'), control)
  // it may contain passwords; postinst repairs earlier installations
  chmodSync(join(to, 'etc/stowage'), 0o750)
  chmodSync(join(to, 'etc/stowage/stowage.env'), 0o640)
  writeFileSync(join(to, 'DEBIAN/conffiles'), '/etc/stowage/stowage.env\n')
  cpSync(join(root, 'deploy/linux/debian'), join(to, 'DEBIAN'), { recursive: true })
  normalize(join(to, 'DEBIAN'), epoch)
  const name = `${published.name}_${published.version}_${names[arch].deb}.deb`
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', to, join(out, name)], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  })
  return name
}

/** Creates an RPM with rpmbuild and returns its name. */
export const makeRpm = ({ root, work, out, archived, arch, published, epoch }) => {
  const source = join(work, `rpm-${arch}`)
  layOut({ root, archived, to: source, epoch })
  const top = join(work, `rpmbuild-${arch}`)
  const defines = {
    _topdir: top,
    _rpmdir: top,
    source,
    version: published.version,
    // otherwise rpmbuild would read the database of this machine
    _dbpath: join(top, 'db'),
    _binary_payload: 'w3.xzdio',
  }
  const target = names[arch].rpm
  run(
    'rpmbuild',
    [
      '-bb',
      '--target',
      `${target}-linux`,
      '--quiet',
      ...Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]),
      join(root, 'deploy/linux/stowage.spec'),
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) } },
  )
  const name = `${published.name}-${published.version}-1.${target}.rpm`
  writeFileSync(join(out, name), readFileSync(join(top, target, name)))
  return name
}
