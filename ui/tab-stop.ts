import { createContext, useContext } from 'react'

/** Inside a table only the current row's controls are tab stops; the others are reached with the arrow keys. */
export const TabStopContext = createContext<-1 | undefined>(undefined)

/** The `tabIndex` for a control in this context. */
export const useTabStop = () => useContext(TabStopContext)
