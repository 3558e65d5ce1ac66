import LayoutGrid from 'lucide-react/icons/layout-grid'
import ListIcon from 'lucide-react/icons/list'
import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import { useQuery } from '../core/web/location.ts'
import { getPreference, setPreference } from '../core/web/preferences.ts'
import { Button, IconButton } from './button.tsx'
import { Segmented } from './segmented.tsx'
import { useNarrow } from './use-narrow.ts'

/**
 * Cards or rows, as last chosen on this device, for a list that `hasCards`. Cards are selected after pressing Bulk
 * Select.
 */
export const useListLayout = (name: string, hasCards: boolean) => {
  const preference = `${name}View`
  const [view, setView] = useQuery('view', getPreference(preference) ?? 'cards')
  const [isSelecting, setSelecting] = useState(false)
  const narrow = useNarrow()
  if (!hasCards) return { isCards: false, isSelecting: true, views: undefined, select: undefined }
  const isCards = view !== 'list'
  const choose = (next: 'cards' | 'list') => {
    setView(next)
    setPreference(preference, next)
  }
  const views = (
    <Segmented
      label="View"
      value={isCards ? 'cards' : 'list'}
      onChange={choose}
      items={[
        { id: 'cards', label: 'Cards', icon: LayoutGrid },
        { id: 'list', label: 'List', icon: ListIcon },
      ]}
    />
  )
  const press = { pressed: isSelecting, icon: ListChecks, onPress: () => setSelecting(!isSelecting) }
  // without a label the toolbar stays on two lines
  const select = narrow ? (
    <IconButton {...press} look="bordered" label="Bulk Select" />
  ) : (
    <Button {...press}>Bulk Select</Button>
  )
  return { isCards, isSelecting: isSelecting || !isCards, views, select: isCards && select }
}
