import '../../../core/chunks.ts'
import { onceBack } from '../../../core/connection.ts'
import { follow } from '../../../core/follow.ts'
import { date } from '../../../core/format.ts'
import type { Notice, Told } from '../../../core/plugin.ts'
import { type Alert, alerts } from '../alerts/contract.ts'
import { figures } from '../alerts/figures.ts'
import { measured, titleOf } from '../alerts/words.ts'

const noticeOf = (alert: Alert): Notice => {
  const { id, level, figure, value, where, began } = alert
  // an id of a console that keeps nothing comes again with other alerts
  return { id: `${id}@${began}`, tone: level, title: titleOf(alert), text: `since ${date(began)}: ${measured(value, figures[figure])}${where ? `, ${where}` : ''}.` }
}

/** Tells of the alerts that run, as long as whoever is signed in may see them. */
export const followAlerts = (tell: Told) => {
  let stop = () => {}
  const start = (tries: number) => {
    stop = follow(alerts.running, {
      onMessage: ({ alerts: running }) => {
        tries = 0
        tell(running.map(noticeOf))
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
