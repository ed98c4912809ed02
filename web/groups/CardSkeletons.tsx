import { Placeholders, Skeleton } from '#web/ui/Skeleton.tsx';

/** What stands in the place of the cards until they are loaded and rendered. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <Placeholders label={label} count={8} className="organiser-skeletons">
      {() => (
        <li>
          <Skeleton className="tile-skeleton" />
        </li>
      )}
    </Placeholders>
  );
}
