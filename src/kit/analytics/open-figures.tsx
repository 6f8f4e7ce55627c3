import { lazy, type ReactNode, Suspense } from 'react'
import { type Figures, FiguresContext, useOpenFigure } from './figures.ts'

/** Loaded with the first figure that is opened. */
const FigurePanel = lazy(() => import('./figure-panel.tsx'))

/** Makes the figures of a group openable. */
export function FiguresProvider({ of, children }: { of: Figures; children: ReactNode }) {
  const { opened } = useOpenFigure()
  return (
    <FiguresContext value={of}>
      {children}
      {opened && (
        <Suspense>
          <FigurePanel />
        </Suspense>
      )}
    </FiguresContext>
  )
}
