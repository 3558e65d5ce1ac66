import { duration, type Output } from 'stowage'
import { nameOfDrive } from '../alerts/readings.ts'
import type { dashboard, Drive, Server } from '../contract.ts'
import type { outlook } from '../outlook.ts'
import * as messages from '../messages.ts'

/** A problem, the name of the part, and the remedy. `log` is a text that its log lines contain. */
export type Problem = {
  level: 'warning' | 'danger'
  title: string
  /** Empty if there is only one such part. */
  name: string
  remedy: string
  /** Where to act: a tab of the dashboard, or the link id of another plugin. */
  action?: { label: string; to: 'servers' | 'drives' | 'heal'; part?: string } | undefined
  log?: string | undefined
}

type Info = Output<typeof dashboard.info>
type OutlookData = Output<typeof outlook.outlook>

const DAY = 86_400_000

/** Warn before a certificate ends, in days, and of clocks that differ, in seconds. */
const [WARN_DAYS, URGENT_DAYS, WARN_SKEW, URGENT_SKEW] = [30, 10, 5, 60]

const serverProblem = ({ state, endpoint }: Server): Problem[] =>
  state === 'online'
    ? []
    : [
        {
          level: state === 'offline' ? 'danger' : 'warning',
          title: `Server ${state}`,
          name: endpoint,
          remedy: state === 'offline' ? messages.startServer : messages.waitForServer,
          action: { label: 'Show Server', to: 'servers', part: endpoint },
          log: endpoint,
        },
      ]

const driveProblem = ({ endpoint: server }: Server, { state, healing, endpoint, drivePath }: Drive): Problem[] => {
  if (state === 'ok' && !healing) return []
  const name = endpoint || drivePath
  return [
    {
      level: healing ? 'warning' : 'danger',
      title: healing ? 'Drive healing' : `Drive ${state}`,
      name: name === server ? name : `${name} on ${server}`,
      remedy: healing ? messages.waitForHealing : messages.replaceDrive,
      action: healing
        ? { label: 'Show Healing', to: 'heal' }
        : { label: 'Show Drive', to: 'drives', part: nameOfDrive(server, { endpoint, drivePath }) },
      log: drivePath || endpoint,
    },
  ]
}

const poolProblem = ({ name, decommission }: NonNullable<OutlookData['pools']>[number]): Problem[] =>
  decommission === 'failed'
    ? [{ level: 'warning', title: 'Decommission failed', name, remedy: messages.repeatDecommission }]
    : []

const certificateProblem = ({ owner, expires }: OutlookData['certificates'][number], now: number): Problem[] => {
  const daysLeft = Math.floor((Date.parse(expires) - now) / DAY)
  if (daysLeft >= WARN_DAYS) return []
  return [
    {
      level: daysLeft < URGENT_DAYS ? 'danger' : 'warning',
      title: messages.certificateState(owner === 'storage' ? 'Storage' : 'Console', daysLeft),
      name: '',
      remedy: owner === 'storage' ? messages.renewStorageCertificate : messages.renewConsoleCertificate,
    },
  ]
}

const clockProblem = ({ skew = 0 }: OutlookData): Problem[] => {
  const seconds = Math.round(Math.abs(skew))
  if (seconds < WARN_SKEW) return []
  return [
    {
      level: seconds < URGENT_SKEW ? 'warning' : 'danger',
      title: messages.clockDiffers(duration(seconds), skew > 0),
      name: '',
      remedy: messages.synchronizeClocks,
    },
  ]
}

/** Everything that is wrong with the storage, most urgent first. `data` is missing while it loads. */
export const problemsOf = (info: Info, data: OutlookData | undefined, now: number): Problem[] =>
  [
    ...(info.servers ?? []).flatMap(serverProblem),
    // the drives of a server that is offline are not what is broken
    ...(info.servers ?? [])
      .filter(({ state }) => state !== 'offline')
      .flatMap((server) => server.drives.flatMap((drive) => driveProblem(server, drive))),
    ...(data?.pools ?? []).flatMap(poolProblem),
    ...(data?.certificates ?? []).flatMap((certificate) => certificateProblem(certificate, now)),
    ...(data ? clockProblem(data) : []),
  ].sort((one, other) => Number(other.level === 'danger') - Number(one.level === 'danger'))
