import type { ReactNode } from 'react'
import { FigurePanel } from './figure-panel.tsx'
import { type Figures, FiguresContext } from './figures.ts'

/** Lets the figures of a group be opened. */
export const OpenFigures = ({ of, children }: { of: Figures; children: ReactNode }) => (
  <FiguresContext value={of}>
    {children}
    <FigurePanel />
  </FiguresContext>
)
