import type { Character } from '#rules/cast.ts';

/** One character: portrait, name and one sentence. */
export function CharacterCard({ character }: { character: Character }) {
  const { name, role, ki, image, alt, id } = character;
  return (
    <article className="character" data-ki={ki}>
      <img
        src={image}
        alt={alt}
        width={800}
        height={1000}
        loading={id > 4 ? 'lazy' : 'eager'}
        decoding="async"
        draggable={false}
      />
      <div className="character-words">
        <h2 className="display own-letters text-large">{name}</h2>
        <p className="text-small text-dim">{role}</p>
      </div>
    </article>
  );
}
