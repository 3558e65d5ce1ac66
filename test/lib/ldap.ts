import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { closeAtEnd } from './close-at-end.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { hasPrograms } from './programs.ts'
import { isPresent } from '../runner/components.mjs'

/** An OpenLDAP server with users and groups. */
export type Directory = {
  /** `host:port`, without TLS. */
  address: string
  /** Environment for a MinIO server that uses this directory. */
  environment: Record<string, string>
  nameOf(user: string): string
  groupNameOf(group: string): string
  stop(): Promise<void>
  /** Stops the directory until `work` is done. */
  stopDuring(work: () => Promise<void>): Promise<void>
}

const base = 'dc=example,dc=org'
const reader = { name: `cn=reader,${base}`, password: 'reader-password' }

const sbin = ['/usr/local/sbin', '/usr/sbin', '/usr/local/libexec']
const folders = [...(process.env.PATH ?? '').split(delimiter), ...sbin]
const find = (program: string) => folders.map((folder) => join(folder, program)).find((file) => existsSync(file))

/** Whether this machine has OpenLDAP, with the schemas for users and groups. */
export const hasDirectory = () =>
  isPresent('slapd', hasPrograms('slapd', 'slapadd') && existsSync('/etc/ldap/schema/inetorgperson.schema'))

/** Reason that a test run prints when it skips a suite that needs a directory. */
export const noDirectory = 'no LDAP directory: there is no `slapd` program on this machine'

const settings = (folder: string) => `
${['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${join(folder, 'slapd.pid')}
database mdb
suffix "${base}"
rootdn "${reader.name}"
rootpw ${reader.password}
directory ${join(folder, 'data')}
`

const nameOf = (user: string) => `uid=${user},ou=people,${base}`
const groupNameOf = (group: string) => `cn=${group},ou=groups,${base}`

const entry = (name: string, ...lines: string[]) => [`dn: ${name}`, ...lines, ''].join('\n')

const content = (users: Record<string, string>, groups: Record<string, string[]>) =>
  [
    entry(base, 'objectClass: dcObject', 'objectClass: organization', 'o: Example', 'dc: example'),
    ...['people', 'groups'].map((unit) =>
      entry(`ou=${unit},${base}`, 'objectClass: organizationalUnit', `ou: ${unit}`),
    ),
    ...Object.entries(users).map(([user, password]) =>
      entry(
        nameOf(user),
        'objectClass: inetOrgPerson',
        `uid: ${user}`,
        `cn: ${user}`,
        `sn: ${user}`,
        `userPassword: ${password}`,
      ),
    ),
    ...Object.entries(groups).map(([group, members]) =>
      entry(
        groupNameOf(group),
        'objectClass: groupOfNames',
        `cn: ${group}`,
        ...members.map((member) => `member: ${nameOf(member)}`),
      ),
    ),
  ].join('\n')

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

/** Starts a directory on loopback; users by name with their password, groups by name with their members. */
export const startDirectory = async (
  users: Record<string, string>,
  groups: Record<string, string[]> = {},
): Promise<Directory> => {
  const folder = temporaryFolder('ldap')
  const [configuration, entries] = [join(folder, 'slapd.conf'), join(folder, 'people.ldif')]
  mkdirSync(join(folder, 'data'))
  writeFileSync(configuration, settings(folder))
  writeFileSync(entries, content(users, groups))
  execFileSync(find('slapadd') as string, ['-f', configuration, '-l', entries], { stdio: 'ignore' })

  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const args = ['-d', '0', '-h', `ldap://${address}`, '-f', configuration]
  const start = () => startProgram(find('slapd') as string, args, { env: {}, isReady: () => listens(port) })
  let running = await start()
  const ldap = {
    SERVER_ADDR: address,
    SERVER_INSECURE: 'on',
    LOOKUP_BIND_DN: reader.name,
    LOOKUP_BIND_PASSWORD: reader.password,
    USER_DN_SEARCH_BASE_DN: `ou=people,${base}`,
    USER_DN_SEARCH_FILTER: '(uid=%s)',
    GROUP_SEARCH_BASE_DN: `ou=groups,${base}`,
    GROUP_SEARCH_FILTER: '(&(objectclass=groupOfNames)(member=%d))',
  }
  return {
    address,
    environment: Object.fromEntries(
      Object.entries(ldap).map(([name, value]) => [`MINIO_IDENTITY_LDAP_${name}`, value]),
    ),
    nameOf,
    groupNameOf,
    stop: closeAtEnd(() => running.stop()),
    stopDuring: async (work) => {
      await running.stop()
      try {
        await work()
      } finally {
        running = await start()
      }
    },
  }
}
