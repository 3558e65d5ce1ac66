import { readFile, statfs } from 'node:fs/promises'
import os from 'node:os'
import { resolve } from 'node:path'
import type { Part, Report } from '../contract.ts'
import { type Index, sections } from 'stowage/engines/embedded'

type ReportSources = { index: Index; folder: string; version: string | undefined }

const addr = os.hostname()

/** A file of the kernel; empty if it does not exist. */
const kernel = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )

const partitionOf = async (folder: string) => {
  const { type, blocks, bfree, bavail, bsize, files, ffree } = await statfs(folder)
  const space = { space_total: blocks * bsize, space_free: bavail * bsize, inode_total: files, inode_free: ffree }
  return {
    about: { mountpoint: resolve(folder), fs_type: `0x${type.toString(16)}`, ...space },
    used: (blocks - bfree) * bsize,
  }
}

const cpus = () => {
  const all = os.cpus()
  const [first] = all
  return {
    cpus: first ? [{ model_name: first.model.trim(), mhz: first.speed, cores: all.length }] : [],
    load: os.loadavg(),
  }
}

const memory = async () => {
  const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec((await kernel('/proc/meminfo')) ?? '')?.[1] ?? 0) * 1024
  const [total, free] = [os.totalmem(), os.freemem()]
  return {
    total,
    free,
    available: available || free,
    used: total - (available || free),
    limit: process.constrainedMemory() || total,
  }
}

const network = () =>
  Object.entries(os.networkInterfaces()).map(([name, addresses = []]) => ({
    addr,
    interface: name,
    addresses: addresses.map(({ cidr, address }) => cidr ?? address),
  }))

const processInfo = () => {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    pid: process.pid,
    name: 'stowage',
    cmd_line: process.argv.slice(0, 2).join(' '),
    exec_path: process.execPath,
    cwd: process.cwd(),
    create_time: Math.round(Date.now() - process.uptime() * 1000),
    mem_info: { rss, heap_total: heapTotal, heap_used: heapUsed, external },
    times: { user: user / 1e6, system: system / 1e6 },
    node: process.version,
  }
}

const system = async () => ({
  hostname: addr,
  uptime: Math.round(os.uptime()),
  bootTime: Math.round(Date.now() / 1000 - os.uptime()),
  os: os.platform(),
  platform: /^PRETTY_NAME="?([^"\n]*)/m.exec((await kernel('/etc/os-release')) ?? '')?.[1] ?? os.type(),
  kernelVersion: os.release(),
  kernelArch: os.machine(),
})

/** Settings, except those that contain other people's addresses. */
const settingsOf = (index: Index) =>
  Object.fromEntries(
    Object.entries(sections)
      .filter(([, { several }]) => !several)
      .map(([section, { settings }]) => [
        section,
        { _: settings.map(({ key }) => ({ key, value: index.setting(section, key) })) },
      ]),
  )

/** The report of this machine in the format of a storage server, preceded by the progress of its parts. */
export async function* reportOf({ index, folder, version }: ReportSources): AsyncGenerator<Report> {
  const timestamp = new Date().toISOString()
  const wrong: string[] = []
  const attempt = async <T>(subject: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      wrong.push(`${subject}: ${String(error)}`)
      return undefined
    }
  }
  const drive = await attempt('The data folder', () => partitionOf(folder))
  await attempt('The index', () => index.assertFolderExists())
  const limits = {
    thp: await kernel('/sys/kernel/mm/transparent_hugepage/enabled'),
    'max-open-files': /Max open files\s+(\d+)/.exec((await kernel('/proc/self/limits')) ?? '')?.[1],
  }
  const sys: Record<Part | 'cpus', unknown[]> = {
    cpus: [{ addr, ...cpus() }],
    osinfo: [{ addr, info: await system() }],
    partitions: [{ addr, partitions: drive ? [drive.about] : [], ...(!drive && { error: wrong[0] }) }],
    meminfo: [{ addr, ...(await memory()) }],
    netinfo: network(),
    procinfo: [{ addr, ...processInfo() }],
    services: [{ addr, services: [] }],
    config: [
      {
        addr,
        config: {
          ...limits,
          'time-info': {
            current_time: timestamp,
            roundtrip_duration: 0,
            time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          },
        },
      },
    ],
    errors: [{ addr, errors: wrong }],
  }
  const reached: Record<string, number> = {}
  for (const part of Object.keys(sys)) {
    reached[part] = 1
    yield { timestamp, reached: { ...reached } }
  }
  const usages = Array.from(index.buckets.getRange(), ({ value }) => index.usageOf(value))
  const sum = (of: 'size' | 'objects') => usages.reduce((total, usage) => total + usage[of], 0)
  const disk = drive
    ? [
        {
          endpoint: resolve(folder),
          path: resolve(folder),
          state: 'ok',
          totalspace: drive.about.space_total,
          usedspace: drive.used,
          availspace: drive.about.space_free,
        },
      ]
    : [{ endpoint: resolve(folder), path: resolve(folder), state: 'offline' }]
  yield {
    version: '3',
    timestamp,
    sys,
    minio: {
      config: { config: settingsOf(index) },
      info: {
        mode: 'online',
        buckets: { count: usages.length },
        objects: { count: sum('objects') },
        usage: { size: sum('size') },
        backend: { backendType: 'Stowage', onlineDisks: drive ? 1 : 0, offlineDisks: drive ? 0 : 1 },
        servers: [
          {
            state: 'online',
            endpoint: addr,
            uptime: Math.floor(process.uptime()),
            version: version ?? '',
            drives: disk,
          },
        ],
      },
    },
  }
}
