import { Icon } from './Icon.tsx';

interface SearchFieldProps {
  value: string;
  label: string;
  placeholder: string;
  onSearch: (value: string) => void;
}

export function SearchField({ value, label, placeholder, onSearch }: SearchFieldProps) {
  return (
    <div className="search">
      <Icon name="search" className="search-icon" />
      <input
        type="search"
        className="field"
        value={value}
        placeholder={placeholder}
        aria-label={label}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  );
}
