//! The materials of the cells of a volume.

use super::{OutsideError, Size};
use crate::cell::Cell;
use crate::material::{Material, MaterialNameError, check_name};
use crate::space::Pos;
use thiserror::Error;

/// Why a cell cannot have a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// The cell is outside.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// The cell is walkable, which lava never is.
    #[error("lava at {pos} on {}: expected deep liquid there, or the material crust", cell.info().name)]
    WalkableLava {
        /// Where.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// A custom material of another volume.
    #[error("a custom material of another map: expected a material of this map")]
    Unnamed,
}

/// A byte for each cell once any has a material, and the names of custom materials.
#[derive(Clone, Debug, Default)]
pub(super) struct Materials {
    /// Empty while nothing has a material.
    bytes: Vec<u8>,
    /// The names of custom materials, in the order of their numbers.
    names: Vec<String>,
}

impl Materials {
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The material at an index inside the volume.
    pub(super) fn get(&self, index: usize) -> Material {
        Material::from_byte(self.bytes.get(index).copied().unwrap_or(0))
    }

    /// The bytes of some cells; empty while nothing has a material.
    pub(super) fn row(&self, row: std::ops::Range<usize>) -> &[u8] {
        self.bytes.get(row).unwrap_or_default()
    }

    /// Sets a material that has a name here, and returns what was there.
    pub(super) fn set(&mut self, index: usize, size: Size, material: Material) -> Material {
        if self.bytes.is_empty() {
            if material == Material::NONE {
                return material;
            }
            self.bytes = vec![0; size.cells() as usize];
        }
        let old = std::mem::replace(&mut self.bytes[index], material.byte());
        Material::from_byte(old)
    }

    /// Removes a material that the new kind of a cell cannot have.
    pub(super) fn refit(&mut self, index: usize, cell: Cell) {
        if let Some(byte) = self.bytes.get_mut(index)
            && !Material::from_byte(*byte).may_fill(cell)
        {
            *byte = Material::NONE.byte();
        }
    }

    /// The name of a material, if it has one here.
    pub(super) fn name(&self, material: Material) -> Option<&str> {
        match material.custom_number() {
            Some(number) => self.names.get(number).map(String::as_str),
            None => material.info().map(|info| info.name),
        }
    }

    /// The material with this name, if the table or this volume has it.
    pub(super) fn find(&self, name: &str) -> Option<Material> {
        let own = || self.names.iter().position(|own| own == name);
        Material::from_name(name).or_else(|| Material::custom(own()?))
    }

    /// The material with this name, added if it is new.
    pub(super) fn name_or_add(&mut self, name: &str) -> Result<Material, MaterialNameError> {
        if let Some(material) = self.find(name) {
            return Ok(material);
        }
        check_name(name)?;
        let material = Material::custom(self.names.len()).ok_or(MaterialNameError::TooMany)?;
        self.names.push(name.to_owned());
        Ok(material)
    }

    /// Refuses a material that a cell cannot have.
    pub(super) fn check(
        &self,
        pos: Pos,
        cell: Cell,
        material: Material,
    ) -> Result<(), MaterialError> {
        if material.forbids(cell) {
            return Err(MaterialError::WalkableLava { pos, cell });
        }
        match material == Material::NONE || self.name(material).is_some() {
            true => Ok(()),
            false => Err(MaterialError::Unnamed),
        }
    }

    /// A copy with the same names and the materials of some cells.
    pub(super) fn part(&self, cells: std::ops::Range<usize>) -> Self {
        let bytes = self.row(cells);
        Self {
            bytes: match bytes.iter().all(|&byte| byte == 0) {
                true => Vec::new(),
                false => bytes.to_vec(),
            },
            names: self.names.clone(),
        }
    }
}

/// Materials are equal if each cell's material has the same name; the numbers of custom
/// materials do not matter.
impl PartialEq for Materials {
    fn eq(&self, other: &Self) -> bool {
        let is_plain = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
        match (self.bytes.is_empty(), other.bytes.is_empty()) {
            (true, _) => is_plain(&other.bytes),
            (_, true) => is_plain(&self.bytes),
            _ if self.names == other.names => self.bytes == other.bytes,
            _ => {
                let own: Vec<Option<Material>> = (0..=255)
                    .map(|byte| match Material::from_byte(byte) {
                        Material::NONE => Some(Material::NONE),
                        material => other.name(material).and_then(|name| self.find(name)),
                    })
                    .collect();
                let mut pairs = self.bytes.iter().zip(&other.bytes);
                pairs.all(|(&byte, &others)| {
                    own[usize::from(others)] == Some(Material::from_byte(byte))
                })
            }
        }
    }
}
