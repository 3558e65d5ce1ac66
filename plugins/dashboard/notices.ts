import * as v from 'valibot'
import { date, stream } from 'stowage'
import type { NoticeTools, Notice, PublishNotices } from 'stowage/web'

/** The part of the plugin's feed that is used here. Importing the whole contract would load another script. */
const running = stream('/ws/alerts', {
  allow: ['admin:ServerInfo'],
  message: v.object({
    alerts: v.array(
      v.object({
        id: v.string(),
        level: v.picklist(['warning', 'danger']),
        title: v.string(),
        text: v.string(),
        started: v.string(),
      }),
    ),
  }),
})

type Running = v.InferOutput<typeof running.reply>['alerts'][number]

const noticeOf = ({ id, level, title, text, started }: Running): Notice => ({
  // with in-memory alerts, IDs repeat after a restart
  id: `${id}@${started}`,
  tone: level,
  title,
  text: `since ${date(started)}: ${text}.`,
})

/** Shows toasts for running alerts while the user may see them. */
export const followAlerts = (publish: PublishNotices, { subscribeFeed, retryWhenBack }: NoticeTools) => {
  let stop = () => {}
  const start = (tries: number) => {
    stop = subscribeFeed(running, {
      onMessage: ({ alerts }) => {
        tries = 0
        publish(alerts.map(noticeOf))
      },
      onEnd: (failure) => {
        if (failure?.status === 403) publish([])
        else stop = retryWhenBack(tries, () => start(tries + 1))
      },
    })
  }
  start(0)
  return () => stop()
}
