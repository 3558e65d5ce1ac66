import * as v from 'valibot'
import { stream } from '../../core/contract.ts'
import { date } from '../../core/format.ts'
import type { Following, Notice, Told } from '../../core/plugin.ts'

/**
 * The plugin's own feed, as far as it is looked at here: its whole contract would come as a script of its own with the
 * dashboard.
 */
const running = stream('/ws/alerts', {
  allow: ['admin:ServerInfo'],
  message: v.object({
    alerts: v.array(
      v.object({
        id: v.string(),
        level: v.picklist(['warning', 'danger']),
        title: v.string(),
        text: v.string(),
        began: v.string(),
      }),
    ),
  }),
})

type Running = v.InferOutput<typeof running.reply>['alerts'][number]

const noticeOf = ({ id, level, title, text, began }: Running): Notice => ({
  // an id of a console that keeps nothing comes again with other alerts
  id: `${id}@${began}`,
  tone: level,
  title,
  text: `since ${date(began)}: ${text}.`,
})

/** Tells of the alerts that run, as long as whoever is signed in may see them. */
export const followAlerts = (tell: Told, { follow, onceBack }: Following) => {
  let stop = () => {}
  const start = (tries: number) => {
    stop = follow(running, {
      onMessage: ({ alerts }) => {
        tries = 0
        tell(alerts.map(noticeOf))
      },
      onEnd: (failure) => {
        if (failure?.status === 403) tell([])
        else stop = onceBack(tries, () => start(tries + 1))
      },
    })
  }
  start(0)
  return () => stop()
}
