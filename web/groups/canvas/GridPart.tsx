import type { ComponentProps } from 'react';

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'gridcell';
}

/** A part of the grid of cards: table elements cannot be virtualised and positioned in px. The focus is on what is in it. */
export function GridPart(props: GridPartProps) {
  return <div {...props} />;
}
