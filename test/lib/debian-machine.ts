import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type Program, startProgram } from '../../testing/process.ts'
import { hasPrograms } from './programs.ts'
import { until } from './until.ts'

const cache = join(homedir(), '.cache/stowage-tests')

/** Folder with a Debian of debootstrap, which `.ci/run` makes. */
export const debian = (release: string) => join(cache, 'debian', release)

/** Folder with Node.js 24 and npm in `usr/local`, as the archive of nodejs.org unpacks there. */
export const node24 = (arch: string = process.arch) => join(cache, 'node-24', arch)

export const hasDebian = (release: string) => existsSync(join(debian(release), 'etc/debian_version'))
export const hasNode24 = (arch?: string) => existsSync(join(node24(arch), 'usr/local/bin/node'))

const cgroups = () =>
  ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].find((path) => existsSync(join(path, 'cgroup.controllers')))

const hasNamespaces = () =>
  spawnSync('unshare', '--mount --pid --cgroup --fork mount -t tmpfs tmpfs /mnt'.split(' ')).status === 0

/** Why machines cannot be started here; `undefined` if they can. */
export const noMachines = () => {
  if (process.getuid?.() !== 0) return 'only root can start one'
  if (!hasPrograms('unshare', 'nsenter', 'setpriv')) return 'there is no unshare, nsenter or setpriv'
  if (!cgroups() || !hasNamespaces()) return 'there are no namespaces or cgroups of version 2'
  return ['bookworm', 'trixie'].every(hasDebian) ? undefined : `${join(cache, 'debian')} has none, which .ci/run makes`
}

type Options = {
  release: 'bookworm' | 'trixie'
  /** Process 1; without systemd, it only sleeps. */
  systemd?: boolean
  /** Folders on top of the release. */
  layers?: string[]
  /** Files to write first, by path. */
  files?: Record<string, string>
  env?: Record<string, string>
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Descendants of a process that have no children themselves. */
const leavesOf = (pid: number): number[] => {
  const children = childrenOf(pid)
  return children.length > 0 ? children.flatMap(leavesOf) : [pid]
}

/** Name of a process; empty if it has ended. */
const nameOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Files that package management and systemd write for themselves, and logs. */
const ignored = /^\/(var\/(lib\/(apt|dpkg|systemd\/timers)|cache|log)(\/|$)|etc\/ld\.so\.cache$)|\/\.updated$/

const removeCgroup = (path: string) => {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeCgroup(join(path, entry.name))
  rmdirSync(path)
}

export type Machine = Awaited<ReturnType<typeof startMachine>>

/** Starts a Debian. Commands run as root in `/root`, by a shell, as a user types them. */
export const startMachine = async ({ release, systemd, layers = [], files = {}, env = {} }: Options) => {
  const work = mkdtempSync(join(tmpdir(), 'stowage-debian-'))
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(work, name))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, 'upper', path)), { recursive: true })
    writeFileSync(join(work, 'upper', path), text)
  }
  const cgroup = join(cgroups() ?? '', basename(work))
  const first = systemd ? ['/sbin/init'] : ['sleep', 'infinity']
  const machine = await startProgram(
    resolve('test/lib/debian-machine.sh'),
    [cgroup, work, [...layers, debian(release)].join(':'), ...first],
    { env: {}, isReady: async () => true },
  )
  let init = 0
  await until(() => {
    if (machine.hasExited()) throw new Error(machine.logs())
    init = childrenOf(machine.pid())[0] ?? 0
    return ['systemd', 'sleep'].includes(nameOf(init))
  })
  const variables = { HOME: '/root', PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env }
  const shell = (command: string) => [
    ...`--target ${init} --mount --pid --cgroup --uts --ipc --root --wd env --chdir=/root --ignore-environment`.split(
      ' ',
    ),
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    'sh',
    '-c',
    command,
  ]
  /** Runs a command to its end and returns its output. @throws with its errors if it fails */
  const run = (command: string) => {
    const { status, stdout, stderr } = spawnSync('nsenter', shell(command), { encoding: 'utf8' })
    if (status !== 0) throw new Error(`"${command}" ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }
  /** Writes a file, and creates its folder. */
  const write = (path: string, content: string | Buffer) => {
    const command = shell(`mkdir -p ${dirname(path)} && cat >${path}`)
    const { status, stderr } = spawnSync('nsenter', command, { input: content, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  if (systemd) spawnSync('nsenter', shell('systemctl is-system-running --wait'))
  return {
    run,
    write,
    /** Copies a file of this machine into `/root`. */
    copy: (file: string) => write(`/root/${basename(file)}`, readFileSync(file)),
    /** Starts a command that continues to run. */
    start: async (command: string, isReady: () => Promise<boolean>): Promise<Program> => {
      const program = await startProgram('nsenter', shell(command), { env: {}, isReady, name: command })
      return {
        ...program,
        // the shell and nsenter end with what they have started
        stop: async (signal = 'SIGTERM') => {
          for (const pid of leavesOf(program.pid())) process.kill(pid, signal)
          await program.exit
        },
      }
    },
    /** Paths of all files and folders, except those that package management and logs consist of. */
    paths: () =>
      run('find / -xdev')
        .split('\n')
        .filter((path) => path && !ignored.test(path))
        .sort(),
    stop: async () => {
      await machine.stop('SIGKILL')
      const isEmpty = () => /^populated 0$/m.test(readFileSync(join(cgroup, 'cgroup.events'), 'utf8'))
      await until(isEmpty)
      removeCgroup(cgroup)
      rmSync(work, { recursive: true, force: true })
    },
  }
}
