import Eye from 'lucide-react/icons/eye'
import { LivePage, useLive } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { buckets } from 'stowage/plugins/buckets'
import { watch } from '../contract.ts'
import { columns } from './columns.tsx'
import { FilterBar } from './filters.tsx'
import { useFilters } from './use-filters.ts'
import * as messages from '../messages.ts'

/** Live feed of object events (spec/3 on Watch). */
const WatchPage = () => {
  const filters = useFilters()
  const { named: bucketNames, query } = filters
  const feed = useLive(watch.follow, { params: { bucket: bucketNames.join(',') }, query })
  const feedOfAll = useLive(watch.followAll, { query })
  // filters are locked while a feed runs, so no switch happens mid-stream
  const live = bucketNames.length > 0 ? feed : feedOfAll
  const list = useCall(buckets.list)
  return (
    <LivePage
      title="Watch"
      icon={Eye}
      what="what happens to objects"
      live={live}
      noun={{ one: 'event', many: 'events' }}
      columns={columns}
      needs={
        bucketNames.length > 0
          ? bucketNames.map((bucket) => ({ action: 's3:ListenBucketNotification', bucket }))
          : [{ action: 's3:ListenNotification' }]
      }
      problem={filters.problem}
      idle={{
        title: 'Start watching',
        text: messages.chooseBucketsOrNone,
      }}
      waiting={{ title: 'No Changes at this time', text: messages.watchHelp }}
    >
      <FilterBar
        filters={filters}
        buckets={list.data?.buckets?.map(({ name }) => name) ?? []}
        locked={live.phase !== 'stopped'}
      />
    </LivePage>
  )
}

export default WatchPage
