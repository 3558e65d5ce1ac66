/** The files of a new plugin by their path in its folder. `name` is the id as a variable, `title` as words. */
export const templates = ({ id, name, title }) => ({
  'contract.ts': `import * as v from 'valibot'
import { get } from '../../core/contract.ts'

/** A page and the IAM actions that it needs; without any, everyone who is signed in has it. */
export const pages = { '/${id}': [] } as const
export type Page = keyof typeof pages

/** How the console's own server is doing. */
export const ${name} = {
  status: get('/api/v1/${id}', {
    allow: 'signed-in',
    reply: v.object({
      version: v.string(),
      /** Time since the start, in seconds. */
      uptime: v.number(),
      /** Memory in use, in bytes. */
      memory: v.number(),
    }),
  }),
}
`,
  'plugin.ts': `import Puzzle from 'lucide-react/icons/puzzle'
import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: '${id}',
  routes: [{ path: '/${id}', page: '/${id}', load: () => import('./pages/status.tsx') }],
  sidebar: [{ page: '/${id}', label: '${title}', icon: Puzzle, group: 'tools' }],
} satisfies Plugin<Page>
`,
  'server.ts': `import { serve, type ServerPlugin } from '../../core/serve.ts'
import { ${name}, pages, type Page } from './contract.ts'

export default {
  id: '${id}',
  pages,
  routes: serve(${name}, {
    status: () => ({
      version: process.version,
      uptime: Math.floor(process.uptime()),
      memory: process.memoryUsage().rss,
    }),
  }),
} satisfies ServerPlugin<Page>
`,
  'pages/status.tsx': `import RefreshCw from 'lucide-react/icons/refresh-cw'
import { bytes, duration } from '../../../core/format.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Details } from '../../../core/ui/details.tsx'
import { LoadError } from '../../../core/ui/empty.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { useCall } from '../../../core/use-call.ts'
import { ${name} } from '../contract.ts'

export default function Status() {
  const { data, error, reload } = useCall(${name}.status)

  return (
    <Page
      title="${title}"
      actions={
        <Button icon={RefreshCw} onPress={reload}>
          Refresh
        </Button>
      }
    >
      {error && <LoadError what="the status" error={error} onRetry={reload} />}
      {data && (
        <Details
          rows={[
            { label: 'Node.js', value: data.version },
            { label: 'Running for', value: duration(data.uptime) },
            { label: 'Memory', value: bytes(data.memory) },
          ]}
        />
      )}
    </Page>
  )
}
`,
})
