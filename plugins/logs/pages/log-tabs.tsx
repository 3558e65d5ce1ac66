import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ReactNode } from 'react'
import { useQuery } from '../../../core/location.ts'
import { useLack } from '../../../core/use-lack.ts'
import { Tabs } from '../../../core/ui/tabs.tsx'
import { useMedia } from '../../../core/ui/use-narrow.ts'
import { medium } from '../../../themes/media.ts'

/** The two logs; the audit cannot be chosen where none is kept, and says why. */
export const LogTabs = ({ value, children }: { value: 'errors' | 'audit'; children: ReactNode }) => {
  const [, setTab] = useQuery('tab', 'errors')
  const lack = useLack('log-search')
  return (
    <Tabs
      label="Logs"
      look={useMedia(medium) ? 'line' : 'side'}
      value={value}
      onChange={setTab}
      items={[
        { id: 'errors', label: 'Error Logs', icon: CircleAlert },
        { id: 'audit', label: 'Audit Logs', icon: ScrollText, ...(lack && value !== 'audit' && { disabled: lack }) },
      ]}
    >
      {children}
    </Tabs>
  )
}
